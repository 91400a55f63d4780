import { startTestRedis } from '../../../tests/support/redis.ts';
import { startRestGateway } from '../../local/rest-gateway.ts';
import { emptyCrowd, isOutage, judge, newPerson } from './crowd.ts';
import { deployFunction, type Handler, pressOn } from './function.ts';
import { pidOf } from './kills.ts';

type Gateway = Awaited<ReturnType<typeof startRestGateway>>;
type Intercept = NonNullable<Parameters<typeof startRestGateway>[0]['intercept']>;

interface Stage {
  redis: Awaited<ReturnType<typeof startTestRedis>>;
  gateway: Gateway;
  intercept: Intercept | undefined;
  token: string;
}

interface Outage {
  /** Takes Redis away, and resolves with what gives it back. */
  strike: (stage: Stage) => Promise<() => Promise<void>>;
}

export interface Survived {
  people: number;
  /** Presses during the fault that were not the 503 with its sentence. */
  otherAnswers: number;
  /** The longest that anybody waited for her answer, in milliseconds. */
  slowest: number;
  /** People whose first press after the fault was no success. */
  failedAfter: number;
  members: number;
  problems: string[];
}

/** Longer than that nobody should wait for a sentence. */
export const LONGEST_WAIT_MS = 6_000;

/**
 * Some people are in line, then comes the fault, and a crowd presses all at once. Each is told so;
 * after the fault each presses again with the same key, once, and is in line.
 */
export async function surviveOutage(name: OutageName, clients: number): Promise<Survived> {
  const stage: Stage = {
    redis: await startTestRedis(),
    gateway: undefined as unknown as Gateway,
    intercept: undefined,
    token: 'bench',
  };
  stage.gateway = await startRestGateway(gatewayOptions(stage));
  const deploy = async () => pressOn(await deployHere(stage));
  let press = await deploy();
  const crowd = emptyCrowd();
  const first = await Promise.all(Array.from({ length: 3 }, () => press(newPerson())));
  const code = first[0]?.body.success ? first[0].body.referralCode : '';
  const people = Array.from({ length: clients }, () => newPerson(code));

  const giveBack = await OUTAGES[name].strike(stage);
  if (stage.token !== 'bench') press = await deploy();
  let slowest = 0;
  const during = await Promise.all(
    people.map(async (person) => {
      const pressed = performance.now();
      const reply = await press(person);
      slowest = Math.max(slowest, performance.now() - pressed);
      return reply;
    }),
  );
  await giveBack();
  if (stage.token !== 'bench') {
    stage.token = 'bench';
    press = await deploy();
  }

  let failedAfter = 0;
  for (const person of people) {
    const reply = await press(person);
    if (reply?.body.success) {
      crowd.told.set(person.phone, { person, code: reply.body.referralCode });
    } else failedAfter += 1;
  }
  const verdict = await judge(stage.redis.client, crowd);
  const problems = [...verdict.problems];
  if (verdict.falseSuccesses) problems.push(`${verdict.falseSuccesses} false successes`);
  if (verdict.credits !== clients) problems.push(`${verdict.credits} credits of ${clients}`);
  await stage.gateway.close();
  await stage.redis.stop();
  return {
    people: clients,
    otherAnswers: during.filter((reply) => !isOutage(reply)).length,
    slowest,
    failedAfter,
    members: verdict.members - first.length,
    problems,
  };
}

function gatewayOptions(stage: Stage): Parameters<typeof startRestGateway>[0] {
  return {
    redis: stage.redis,
    token: 'bench',
    intercept: (request, execute) =>
      (stage.intercept ?? ((_: unknown, run: typeof execute) => run()))(request, execute),
  };
}

function deployHere({ gateway, token }: Stage): Promise<Handler> {
  return deployFunction({ UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: token });
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** What a proxy, a broken client or a changed protocol might say. */
const GARBAGE: { status: number; body: unknown }[] = [
  { status: 200, body: '<html>' },
  { status: 200, body: null },
  { status: 200, body: { result: null } },
  { status: 200, body: { result: [base64('joined')] } },
  { status: 200, body: { result: [base64('joined'), base64('FFFFFFFabcdefgh'), '1'] } },
  { status: 200, body: { result: { success: true, position: 1 } } },
  { status: 400, body: { error: 'ERR Ana Lee 5551234567' } },
  { status: 500, body: { error: 'Internal Server Error' } },
];

export const OUTAGES = {
  hanging: {
    async strike(stage) {
      const pid = await pidOf(stage.redis);
      process.kill(pid, 'SIGSTOP');
      return async () => {
        process.kill(pid, 'SIGCONT');
        await stage.redis.client.ping();
      };
    },
  },
  'refusing connections': {
    async strike(stage) {
      await stage.gateway.close();
      return async () => {
        const port = Number(new URL(stage.gateway.url).port);
        stage.gateway = await startRestGateway({ ...gatewayOptions(stage), port });
      };
    },
  },
  'out of memory': {
    async strike({ redis }) {
      await redis.client.config('SET', 'maxmemory-policy', 'noeviction');
      await redis.client.config('SET', 'maxmemory', '1mb');
      return async () => void (await redis.client.config('SET', 'maxmemory', '0'));
    },
  },
  'read-only': {
    async strike({ redis }) {
      await redis.client.replicaof('127.0.0.1', 1);
      return async () => void (await redis.client.replicaof('NO', 'ONE'));
    },
  },
  'answering garbage': {
    async strike(stage) {
      let turn = 0;
      stage.intercept = async () => {
        turn += 1;
        return GARBAGE[turn % GARBAGE.length] ?? { status: 500, body: '' };
      };
      return async () => {
        stage.intercept = undefined;
      };
    },
  },
  'given a wrong token': {
    async strike(stage) {
      stage.token = 'wrong-token';
      return async () => {};
    },
  },
} satisfies Record<string, Outage>;

export type OutageName = keyof typeof OUTAGES;
