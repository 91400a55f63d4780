import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { type Attempt, joinQueue } from '../../netlify/queue/join-queue.ts';
import { INDEXES } from '../../netlify/queue/keys.ts';
import { readStatus } from '../../netlify/queue/read-status.ts';
import { parseRecord, timeOf } from '../../netlify/queue/record.ts';
import { connectRedis } from '../../netlify/queue/redis.ts';
import { joinNumber } from '../../netlify/queue/referral-code.ts';
import { versionOf } from '../../src/content-check/consent-version.ts';
import { cleanName } from '../../src/waitlist/shared/name.ts';
import { setUpCommands } from '../support/command.ts';
import { Model, type Modeled } from '../support/model.ts';
import { KEYS, newAttempt, newVisitor } from '../support/waitlist.ts';

/** `MODEL_SEED=… npx vitest run tests/function/model.test.ts` reruns a failure, whose message has the seed. */
const { MODEL_SEED = Date.now() % 2 ** 31, MODEL_SECONDS = 6 } = process.env;

const { env, redis, faults, run, file, memberWith } = await setUpCommands();
// A request that takes longer than a function waits would be another fault.
const client = { redis: connectRedis(env, 60_000), keys: KEYS };
const backup = file('list.json.gz');

const [TODAY, OLDER] = ['I agree.', 'I agreed.'];
/** What may happen to a request, whose client sends it again if the connection breaks, and how often Redis gets it. */
const FAULTS = { none: 1, 'lost request': 1, 'lost response': 2, 'sent twice': 2, late: 2 };

/** What an operation makes of `who` and `other` is its own; `member` is one of the list, if it has any. */
interface Turn {
  model: Model;
  member: Modeled;
  wave: string;
  who: number;
  other: number;
  name: string;
  fault: keyof typeof FAULTS;
}

// Also of members who left.
let attempts: Attempt[] = [];
let codes: string[] = [];
let saved = '';

const pick = <Item>(items: Item[], index: number) => items[index % items.length] as Item;

/** Runs an operation, whose request of this number has the fault; a late one arrives at the end. */
async function withFault<Answer>({ fault }: Turn, number: number, act: () => Promise<Answer>) {
  let requests = 0;
  let late: (() => Promise<unknown>) | undefined;
  faults.inject = async (_, execute) => {
    requests += 1;
    if (requests !== number || fault === 'none') return execute();
    if (fault === 'late') late = execute;
    else if (fault !== 'lost request') await execute();
    if (fault === 'sent twice') return execute();
    throw new Error('lost');
  };
  const answer = await act();
  await late?.();
  return answer;
}

/** Compares the answer of a script with the model's, which acts as often as Redis did. */
async function same<Answer>(turn: Turn, act: () => Promise<Answer>, expected: () => unknown) {
  const answer = await withFault(turn, 1, act);
  const answers = Array.from({ length: FAULTS[turn.fault] }, expected);
  expect([answer]).toMatchObject([turn.fault === 'late' ? answers[0] : answers.at(-1)]);
  return answer;
}

/** Runs a command, which should print this sentence. */
async function says(turn: Turn, sentence: string, command: string, ...args: string[]) {
  const ended = await withFault(turn, 1 + (turn.other % 20), () => run(command, ...args));
  expect(ended.stdout + ended.stderr).toContain(sentence);
}

async function press(turn: Turn, { signup, ...rest }: Attempt) {
  const consent = pick([undefined, versionOf(TODAY), versionOf(OLDER)], turn.other);
  const currentConsent = pick([null, { version: versionOf(TODAY), text: TODAY }], turn.who);
  const attempt = { ...rest, signup: { ...signup, consent }, currentConsent };
  attempts.push(attempt);
  const send = () => joinQueue(client, attempt);
  const answer = await same(turn, send, () => turn.model.join(attempt));
  const { code, token } = await learn(turn.model, signup.phone);
  if (answer.ok) expect(answer).toMatchObject({ referralCode: code, statusToken: token });
}

/** Tells the model what is random about a new member. */
async function learn(model: Model, phone: string) {
  const member = model.find('phone', phone) as Modeled;
  if (member.code) return member;
  const { code, token, key } = (await memberWith(phone)) as Modeled;
  expect(joinNumber(code)).toBe(member.number);
  codes.push(code);
  return Object.assign(member, { code, token, key });
}

/** The status key of a member, or a wrong one. */
function statusKey({ model, who, other }: Turn) {
  const referralCode = pick(codes, who);
  const owner = other % 4 ? model.find('code', referralCode) : undefined;
  return { owner, key: { referralCode, statusToken: owner?.token ?? '0000000000' } };
}

async function expectSame(model: Model) {
  // Newer members have lower codes.
  const records = Object.entries(await redis.hgetall(KEYS.members))
    .sort()
    .reverse();
  expect({
    members: records.map(([code, record]) => parseRecord(code, record)),
    queue: await redis.zrange(KEYS.queue, '0', '-1', 'WITHSCORES'),
    admitted: await redis.zrange(KEYS.admitted, '0', '-1', 'WITHSCORES'),
    phones: await redis.hgetall(KEYS.phones),
    waves: await redis.hgetall(KEYS.waves),
    consents: await redis.hgetall(KEYS.consents),
    lastJoinNumber: (await redis.get(KEYS.lastJoinNumber)) ?? '0',
  }).toEqual(model.list());
  expect(Object.values(KEYS)).toEqual(expect.arrayContaining(await redis.keys('*')));
}

const OPERATIONS: Record<string, (turn: Turn) => Promise<unknown>> = {
  join(turn) {
    const referralCode = pick(codes, turn.who);
    return press(turn, newAttempt({ firstName: turn.name, referralCode, source: 'ig' }));
  },
  retry: (turn) => press(turn, pick(attempts, turn.who) ?? newAttempt()),
  joinRegistered(turn) {
    const key = pick([turn.member.key, undefined, 'the-key-of-another'], turn.other);
    return press(turn, newAttempt({ phone: turn.member.phone, firstName: turn.name, key }));
  },
  status(turn) {
    const { key, owner } = statusKey(turn);
    const read = () => readStatus(client, key);
    return same(turn, read, () => turn.model.status(owner));
  },
  leave(turn) {
    const { key, owner } = statusKey(turn);
    const leave = () => eraseMember(client, ['member', key.referralCode, key.statusToken]);
    return same(turn, leave, () => turn.model.leave(owner));
  },
  remove(turn) {
    turn.model.leave(turn.member);
    return says(turn, 'Removed 1 member', `remove ${turn.member.phone}`);
  },
  admit(turn) {
    const [total, waiting] = [turn.other % 7, turn.model.waiting()];
    const queue = waiting.map(({ code }) => code);
    const admit = () => admitMembers(client, turn.wave, queue, total);
    return same(turn, admit, () => turn.model.admit(turn.wave, waiting, total));
  },
  admitTop(turn) {
    const { model, wave, other } = turn;
    const isAny = model.admit(wave, model.waiting(), 1 + (other % 7)) > 0;
    const now = `${wave} has ${model.inWave(wave).length} member`;
    return says(turn, isAny ? now : 'No members', `admit --top ${1 + (other % 7)} --wave ${wave}`);
  },
  admitOne(turn) {
    const isWaiting = turn.model.admit(turn.wave, [turn.member]) > 0;
    const command = `admit ${turn.member.code} --wave ${turn.wave}`;
    return says(turn, isWaiting ? ' now.' : 'No members', command);
  },
  undo(turn) {
    const count = turn.model.undo(turn.wave);
    return says(turn, count ? `Put ${count} member` : 'No wave', `admit --undo ${turn.wave}`);
  },
  correct(turn) {
    const { model, member, who, other, name } = turn;
    const { phone } = pick([newVisitor(), newVisitor(), ...model.members], who + other);
    const isTaken = (model.find('phone', phone) ?? member) !== member;
    const isSame = member.phone === phone && member.firstName === name;
    if (!isTaken) Object.assign(member, { phone, firstName: name });
    const sentence = isTaken ? 'Another member' : isSame ? 'Nothing to change' : 'Corrected';
    return says(turn, sentence, 'correct', member.code, '--phone', phone, '--first-name', name);
  },
  optOut(turn) {
    const sentence = turn.member.optedOutAt ? 'Nothing to change' : 'opted out of texts';
    turn.member.optedOutAt ??= Date.now();
    return says(turn, sentence, `opt-out ${turn.member.phone}`);
  },
  optBackIn(turn) {
    const sentence = turn.member.optedOutAt ? 'Undid the opt-out' : 'Nothing to change';
    turn.member.optedOutAt = undefined;
    return says(turn, sentence, `opt-out --undo ${turn.member.code}`);
  },
  async import(turn) {
    const { model, who, other } = turn;
    const [text, referredBy, time] = [
      pick(['', OLDER], other),
      pick(codes, who),
      timeOf(Date.now()),
    ];
    const phones = [newVisitor().phone, pick(attempts, who)?.signup.phone ?? '6000000000'];
    const rows = phones.map((phone) => `${phone},Bo,Ek,${referredBy},${time},${text},${time}\n`);
    const titles = 'phone,first_name,last_name,referred_by,joined_at,consent_text,consent_at\n';
    if (text) model.consents[versionOf(text)] = text;
    const signup = {
      firstName: 'Bo',
      lastName: 'Ek',
      referredBy,
      consent: text && versionOf(text),
    };
    const joined = phones.filter((phone) => model.join({ signup: { ...signup, phone } }).ok);
    const path = file('list.csv', titles + rows.join(''));
    await says(turn, `Imported ${joined.length} member`, `import ${path}`);
    for (const phone of joined) await learn(model, phone);
  },
  async verify(turn) {
    await expectSame(turn.model);
    await redis.del(KEYS[pick([...INDEXES], turn.who)]);
    await says(turn, 'the indexes match', 'verify --fix');
  },
  backup(turn) {
    saved = JSON.stringify(turn.model);
    return says(turn, 'with phones', `export --backup ${backup}`);
  },
  async restore(turn) {
    if (!saved) return;
    await redis.flushall();
    Object.assign(turn.model, JSON.parse(saved));
    await says(turn, 'Restored', `restore ${backup}`);
  },
};

let operations = 0;

type Command = fc.AsyncCommand<Model, 0>;
const operation = (act: string, turn: Omit<Turn, 'model' | 'member' | 'wave'>): Command => ({
  check: ({ members }) => act === 'join' || act === 'import' || members.length > 0,
  async run(model) {
    operations += 1;
    vi.setSystemTime(Date.now() + 1000);
    const [member, wave] = [pick(model.members, turn.who), `w${turn.who % 2}`];
    await OPERATIONS[act]?.({ ...turn, model, member, wave });
  },
  toString: () => act + JSON.stringify(turn),
});

async function runAll(commands: Iterable<Command>) {
  await redis.flushall();
  [attempts, codes, saved] = [[], ['Xpwq70a0a0', 'SUMMER_26'], ''];
  const model = new Model();
  await fc.asyncModelRun(() => ({ model, real: 0 as const }), commands);
  await expectSame(model);
}

test('the list is what a model of it says, whatever people do, and whichever requests are lost or late', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
  const acts = Object.keys(OPERATIONS);
  // Redis knows each script from then on.
  const calm = { who: 1, other: 1, name: 'Ana', fault: 'none' } as const;
  await runAll(acts.flatMap((act) => [operation('join', calm), operation(act, calm)]));
  const unusual = fc.constantFrom('","key":"x', '*3\r\n$3\r\nSET', '{waitlist}:queue', '__proto__');
  const turns = fc.record({
    who: fc.nat(99),
    other: fc.nat(99),
    name: fc
      .oneof(fc.string({ unit: 'grapheme' }), unusual)
      .map((name) => cleanName(name) || 'Ana'),
    fault: fc.constantFrom('none', ...(Object.keys(FAULTS) as Turn['fault'][])),
  });
  const often = [...acts, 'join', 'join', 'join', 'join'];
  const commands = often.map((act) => turns.map((turn) => operation(act, turn)));
  const property = fc.asyncProperty(
    fc.commands(commands, { maxCommands: 40, size: 'max' }),
    runAll,
  );
  const end = performance.now() + Number(MODEL_SECONDS) * 1000;
  for (let seed = Number(MODEL_SEED); performance.now() < end; seed += 1)
    await fc.assert(property, { seed, numRuns: 1 });
  console.log(`${operations} operations from MODEL_SEED=${MODEL_SEED} on`);
}, 5_000_000);
