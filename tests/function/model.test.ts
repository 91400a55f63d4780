import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { INDEXES } from '../../netlify/queue/keys.ts';
import { readStatus } from '../../netlify/queue/read-status.ts';
import { parseRecord, timeOf } from '../../netlify/queue/record.ts';
import { connectRedis } from '../../netlify/queue/redis.ts';
import { joinNumber } from '../../netlify/queue/referral-code.ts';
import { versionOf } from '../../src/content-check/consent-version.ts';
import { cleanName } from '../../src/waitlist/shared/name.ts';
import { setUpCommands } from '../support/command.ts';
import { Model, type Modeled } from '../support/model.ts';
import { KEYS, NOBODY, newAttempt, newVisitor, type Visitor } from '../support/waitlist.ts';

/** `MODEL_SEED=… npx vitest run tests/function/model.test.ts` reruns a failure, whose message has the seed. */
const { MODEL_SEED = Date.now() % 2 ** 31, MODEL_SECONDS = 6 } = process.env;

const { env, redis, faults, run, file, memberWith } = await setUpCommands();
// A request that takes longer than a function waits would be another fault.
const client = { redis: connectRedis(env, 60_000), keys: KEYS };
const backup = file('list.json.gz');

const [TODAY, OLDER] = ['I agree.', 'I agreed.'];
/** What may happen to a request, whose client sends it again if the connection breaks, and how often Redis gets it. */
const FAULTS = { none: 1, 'lost request': 1, 'lost response': 2, 'sent twice': 2, late: 2 };

const unusual = fc.constantFrom('","key":"x', '*3\r\n$3\r\nSET', '{waitlist}:queue', '__proto__');
/** What an operation makes of `who` and `other` is its own. */
const chances = fc.record({
  // Often the newest member, so that operations meet.
  who: fc.oneof(fc.constant(0), fc.nat(5)),
  other: fc.nat(99),
  name: fc.oneof(fc.string({ unit: 'grapheme' }), unusual).map((name) => cleanName(name) || 'Ana'),
  consent: fc.constantFrom(undefined, versionOf(TODAY), versionOf(OLDER)),
  currentConsent: fc.constantFrom(null, { version: versionOf(TODAY), text: TODAY }),
  fault: fc.constantFrom('none', ...(Object.keys(FAULTS) as (keyof typeof FAULTS)[])),
});
type Chances = typeof chances extends fc.Arbitrary<infer Value> ? Value : never;

/** `anyone` joined once and may have left, `member` is on the list. */
type Turn = Chances & { model: Model; anyone: Modeled; member: Modeled; wave: string };

let joined: Modeled[] = [];
let saved = '';

const pick = <Item>(items: Item[], index: number) => items[index % items.length] as Item;

/** Runs an operation with the fault in every `step`th request; late ones arrive at the end, sent again they get through. */
async function withFault<Answer>(turn: Turn, step: number, act: () => Promise<Answer>) {
  const { fault, other } = turn;
  const sent = new Set<string>();
  const late: (() => Promise<unknown>)[] = [];
  faults.inject = async (request, execute) => {
    const isHit = !sent.has(`${request}`) && (sent.add(`${request}`).size + other) % step === 0;
    if (!isHit || fault === 'none') return execute();
    if (fault === 'late') late.push(execute);
    else if (fault !== 'lost request') await execute();
    if (fault === 'sent twice') return execute();
    throw new Error('lost');
  };
  const answer = await act();
  for (const arrive of late) await arrive();
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
  const ended = await withFault(turn, 1 + (turn.other % 3), () => run(command, ...args));
  expect(ended.stdout + ended.stderr).toContain(sentence);
}

async function press(turn: Turn, fields: Partial<Visitor>) {
  const { model, consent, currentConsent } = turn;
  const attempt = { ...newAttempt({ source: 'ig', ...fields, consent }), currentConsent };
  const send = () => joinQueue(client, attempt);
  const answer = await same(turn, send, () => model.join(attempt));
  const { code, token } = await learn(model, attempt.signup.phone);
  if (answer.ok) expect(answer).toMatchObject({ referralCode: code, statusToken: token });
}

/** Tells the model what is random about a new member. */
async function learn(model: Model, phone: string) {
  const member = model.find('phone', phone) as Modeled;
  if (member.code) return member;
  const { code, token, key } = (await memberWith(phone)) as Modeled;
  expect(joinNumber(code)).toBe(member.number);
  joined.unshift(member);
  return Object.assign(member, { code, token, key });
}

/** The status key of someone who joined, or a wrong one. */
function statusKey({ model, anyone, other }: Turn) {
  const owner = other % 3 ? model.find('code', anyone.code) : undefined;
  const statusToken = owner?.token ?? NOBODY.statusToken;
  return { owner, key: { referralCode: anyone.code, statusToken } };
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
    const { anyone, name: firstName, other } = turn;
    const referralCode = pick([anyone?.code, NOBODY.referralCode, anyone?.code, 'JULY'], other);
    return press(turn, { firstName, referralCode, ...(other % 5 === 0 && { key: undefined }) });
  },
  joinAgain(turn) {
    const { phone, key } = turn.anyone;
    const { firstName } = pick([turn.anyone, turn.anyone, { firstName: turn.name }], turn.other);
    return press(turn, { phone, firstName, key: pick([key, key, key, 'of another'], turn.other) });
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
    const { model, member, other, name } = turn;
    const { phone } = pick([newVisitor(), ...model.members], other);
    const isTaken = (model.find('phone', phone) ?? member) !== member;
    const isSame = member.phone === phone && member.firstName === name;
    if (!isTaken) Object.assign(member, { phone, firstName: name });
    const sentence = isTaken ? 'Another member' : isSame ? 'Nothing to change' : 'Corrected';
    return says(turn, sentence, 'correct', member.code, '--phone', phone, '--first-name', name);
  },
  optOut(turn) {
    const { member, other } = turn;
    const [undo, sentence] =
      other % 3 ? ['', 'opted out of texts'] : ['--undo', 'Undid the opt-out'];
    const isDone = Boolean(member.optedOutAt) === !undo;
    if (!isDone) member.optedOutAt = undo ? undefined : Date.now();
    return says(
      turn,
      isDone ? 'Nothing to change' : sentence,
      `opt-out ${member.phone} ${undo}`.trim(),
    );
  },
  async import(turn) {
    const { model, anyone, other } = turn;
    const text = other % 2 ? OLDER : '';
    const signup = { firstName: 'Bo', lastName: 'Ek', consent: text && versionOf(text) };
    const [referredBy, consentAt] = [anyone.code, Date.now() - 60_000];
    if (text) model.consents[signup.consent] = text;
    const phones = [newVisitor().phone, anyone.phone];
    const join = (phone: string) =>
      model.join({ signup: { ...signup, phone, referredBy }, consentAt }).ok;
    const added = phones.filter(join);
    const times = `${timeOf(Date.now())},${text},${timeOf(consentAt)}`;
    const rows = phones.map((phone) => `${phone},Bo,Ek,${referredBy},${times}\n`);
    const titles = 'phone,first_name,last_name,referred_by,joined_at,consent_text,consent_at\n';
    const path = file('list.csv', titles + rows.join(''));
    await says(turn, `Imported ${added.length} member`, `import ${path}`);
    for (const phone of added) await learn(model, phone);
  },
  async verify(turn) {
    await expectSame(turn.model);
    await redis.del(KEYS[pick([...INDEXES], turn.who)]);
    await says(turn, 'the indexes match', 'verify --fix');
  },
  async backup(turn) {
    // A restore would mend wrong indexes.
    await expectSame(turn.model);
    saved = JSON.stringify(turn.model);
    return says(turn, 'with phones', `export --backup ${backup}`);
  },
  async restore(turn) {
    if (!saved || turn.other % 3) await OPERATIONS.backup?.(turn);
    await redis.flushall();
    Object.assign(turn.model, JSON.parse(saved));
    await says(turn, 'Restored', `restore ${backup}`);
  },
};

let operations = 0;

type Command = fc.AsyncCommand<Model, 0>;
const operation = (act: string, chances: Chances): Command => ({
  check: ({ members }) => act === 'join' || members.length > 0,
  async run(model) {
    operations += 1;
    vi.setSystemTime(Date.now() + 1000);
    const { who, other } = chances;
    const people = { anyone: pick(joined, who), member: pick(model.members.toReversed(), who) };
    await OPERATIONS[act]?.({ ...chances, model, ...people, wave: `w${other % 2}` });
  },
  toString: () => act + JSON.stringify(chances),
});

async function runAll(commands: Iterable<Command>) {
  await redis.flushall();
  [joined, saved] = [[], ''];
  const model = new Model();
  await fc.asyncModelRun(() => ({ model, real: 0 as const }), commands);
  await expectSame(model);
}

test('the list is what a model of it says, whatever people do, and whichever requests are lost or late', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
  const acts = Object.keys(OPERATIONS);
  // Redis knows each script from then on.
  const calm = { who: 1, other: 1, name: 'Ana', consent: undefined, currentConsent: null };
  const once = (act: string) => operation(act, { ...calm, fault: 'none' });
  await runAll(acts.flatMap((act) => [once('join'), once(act)]));
  const often = 'join join joinAgain joinAgain leave restore optOut verify'.split(' ');
  const some = [...acts, ...often].map((act) => chances.map((own) => operation(act, own)));
  const property = fc.asyncProperty(fc.commands(some, { maxCommands: 40, size: 'max' }), runAll);
  const end = performance.now() + Number(MODEL_SECONDS) * 1000;
  for (let seed = Number(MODEL_SEED); performance.now() < end; seed += 1)
    await fc.assert(property, { seed, numRuns: 1, unbiased: true });
  console.log(`${operations} operations from MODEL_SEED=${MODEL_SEED} on`);
}, 5_000_000);
