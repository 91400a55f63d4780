import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { readStatus } from '../../netlify/queue/read-status.ts';
import { parseRecord, timeOf } from '../../netlify/queue/record.ts';
import { joinNumber } from '../../netlify/queue/referral-code.ts';
import { versionOf } from '../../src/content-check/consent-version.ts';
import { execute } from '../../tools/local/rest-gateway.ts';
import { setUpCommands } from '../support/command.ts';
import { Model, type Modeled } from '../support/model.ts';
import { KEYS, NOBODY, newAttempt, newVisitor } from '../support/waitlist.ts';

/** `MODEL_SEED=… npx vitest run tests/function/model.test.ts` reruns a failure, whose message has the seed. */
const { MODEL_SEED = Date.now() % 2 ** 31, MODEL_SECONDS = 6 } = process.env;

const { client, redis, run, file } = await setUpCommands();
const [TODAY, OLDER] = ['I agree.', 'I agreed.'];
/** What an operation makes of `who` and `other` is its own. */
const chances = fc.record({
  // Often the newest member, so that operations meet.
  who: fc.oneof(fc.constant(0), fc.nat(5)),
  other: fc.nat(99),
  wave: fc.constantFrom('w1', 'w2'),
  name: fc.constantFrom('Ana', '","key":"x', '__proto__', '{waitlist}:queue', '\\u0041/\u2028👩‍👧'),
  consent: fc.constantFrom(undefined, versionOf(OLDER), versionOf(TODAY), versionOf(TODAY)),
  currentConsent: fc.constantFrom(null, { version: versionOf(TODAY), text: TODAY }),
  fault: fc.constantFrom('lost request', 'lost response', 'sent twice', 'late'),
  // A bit for every third request: whether it has the fault.
  hits: fc.nat(7),
});
type Chances = typeof chances extends fc.Arbitrary<infer Value> ? Value : never;

let model = new Model();
/** From the newest to the oldest, whether they're still on the list or not. */
let joined: Modeled[] = [];
let operations = 0;
/** The operation under way. `anyone` may have left; another operator admits `rivals` before the next script. */
let turn = {} as Chances & Record<'anyone' | 'member', Modeled> & { rivals: Modeled[] };

/** Compares an answer with the model's, which acts as often as Redis. Our client sends again what is lost. */
async function same(act: () => Promise<unknown>, expected: () => unknown) {
  const sent = new Set<string>();
  const late: (() => unknown)[] = [];
  let count = 0;
  // HTTP would take most of the time.
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const send = async () => {
      const response = await execute(redis, new URL(url).pathname, JSON.parse(body));
      // Otherwise Redis doesn't know the script yet.
      if (response.status === 200) count += 1;
      return Response.json(response.body, response);
    };
    const now = body.startsWith('["evalsha') ? turn.rivals.splice(0) : [];
    for (const { code } of now) await admitMembers(client, turn.wave, [code]);
    const isHit = !sent.has(body) && (turn.hits >> (sent.add(body).size % 3)) % 2;
    if (!isHit) return send();
    if (turn.fault === 'late') late.push(send);
    else if (turn.fault !== 'lost request') await send();
    if (turn.fault === 'sent twice') return send();
    throw new TypeError('lost');
  });
  const answer = await act();
  for (const arrive of late) await arrive();
  const answers = Array.from({ length: count }, expected);
  expect([answer]).toMatchObject([turn.fault === 'late' ? answers[0] : answers.at(-1)]);
}

/** Runs a command, which should print this. */
function prints(text: string | RegExp, command: string, ...args: string[]) {
  const printed = async () => Object.values(await run(command, ...args)).join();
  return same(printed, () => expect.stringMatching(text));
}

const OPERATIONS: Record<string, (it: typeof turn) => Promise<unknown>> = {
  join({ anyone, other, name, consent, currentConsent }) {
    const { code, phone, firstName, key } = anyone;
    const again = { phone, firstName: other % 7 ? firstName : name, key };
    const fields = other % 3 || !code ? { firstName: name } : again;
    const referralCode = other % 4 ? code : NOBODY.referralCode;
    const visitor = newVisitor({ source: 'ig', referralCode, consent, ...fields });
    const attempt = { ...newAttempt(visitor), currentConsent };
    if (other % 5 === 0) attempt.idempotencyKey = other % 2 ? 'mine' : undefined;
    const send = () => joinQueue(client, attempt);
    return same(send, () => model.join(attempt));
  },
  status({ anyone: { code: referralCode, token: statusToken = '' } }) {
    const read = () => readStatus(client, { referralCode, statusToken });
    return same(read, () => model.status(model.find('token', statusToken)));
  },
  leave({ anyone: { code, token = '' } }) {
    const leave = () => eraseMember(client, ['member', code, token]);
    return same(leave, () => model.leave(model.find('token', token)));
  },
  remove({ member }) {
    model.leave(member);
    return prints('Removed 1 member', `remove ${member.phone}`);
  },
  admitTop({ wave, other }) {
    const total = 1 + (other % 7);
    const top = model.inWave(wave).length < total ? model.waiting() : [];
    turn.rivals = top.slice(-1);
    model.admit(wave, turn.rivals);
    model.admit(wave, top, total);
    const now = `${wave} has ${model.inWave(wave).length} member`;
    return prints(top.length ? now : 'No members', `admit --top ${total} --wave ${wave}`);
  },
  admitOne({ wave, member }) {
    const text = member.wave ? 'No members' : ' now.';
    model.admit(wave, [member]);
    return prints(text, `admit ${member.code} --wave ${wave}`);
  },
  undo({ member: { wave = 'w1' } }) {
    const undone = model.inWave(wave);
    for (const member of undone) Object.assign(member, { wave: undefined, admittedAt: undefined });
    const text = undone.length ? `Put ${undone.length} member` : 'No wave';
    return prints(text, `admit --undo ${wave}`);
  },
  correct({ member, other, name }) {
    const { phone } = other % 2 ? newVisitor() : (model.members[other % 9] ?? member);
    const isTaken = (model.find('phone', phone) ?? member) !== member;
    if (!isTaken) Object.assign(member, { phone, firstName: name });
    const text = isTaken ? 'Another member' : /Corrected|Nothing to change/;
    return prints(text, 'correct', member.code, '--phone', phone, '--first-name', name);
  },
  optOut({ member, other }) {
    const undo = Boolean(member.optedOutAt) === other % 3 > 0;
    member.optedOutAt = undo ? undefined : (member.optedOutAt ?? Date.now());
    return prints(/opted out|Undid|Nothing/, `opt-out ${member.phone}${undo ? ' --undo' : ''}`);
  },
  import({ anyone, other }) {
    const { phone } = other % 3 ? newVisitor() : anyone;
    const [consent, consentAt] = [versionOf(OLDER), Date.now() - 60_000];
    model.consents[consent] = OLDER;
    const signup = { firstName: 'Bo', lastName: 'Ek', phone, consent, referredBy: anyone.code };
    const { ok } = model.join({ signup, consentAt });
    const row = `${phone},Bo,Ek,${anyone.code},${OLDER},${timeOf(consentAt)}`;
    const titles = 'phone,first_name,last_name,referred_by,consent_text,consent_at';
    const path = file('list.csv', `${titles}\n${row}`);
    return prints(`Imported ${ok ? 1 : 0} member`, `import ${path}`);
  },
  async verify() {
    await redis.del(KEYS.queue, KEYS.admitted, KEYS.phones, KEYS.waves);
    return prints('the indexes match', 'verify --fix');
  },
  async restore() {
    await prints('with phones', `export --backup ${file('list.json.gz')}`);
    await redis.flushall();
    return prints('Restored', `restore ${file('list.json.gz')}`);
  },
};

/** Runs an operation, then compares the whole list. */
async function take(act: string, chances: Chances) {
  operations += 1;
  vi.setSystemTime(Date.now() + 1000);
  const pick = (members: Modeled[]) => members[chances.who % members.length] as Modeled;
  const anyone = { ...pick(joined), ...(chances.other % 4 === 3 && { token: NOBODY.statusToken }) };
  turn = { ...chances, anyone, member: pick(model.members), rivals: [] };
  await OPERATIONS[act]?.(turn);
  // Newer members have lower codes.
  const records = Object.entries(await redis.hgetall(KEYS.members)).sort();
  const members = records.map(([code, record]) =>
    Object.assign({ number: joinNumber(code) }, parseRecord(code, record)),
  );
  for (const [i, member] of model.members.entries()) {
    const { code, token, key } = members[i] ?? {};
    if (!member.code) Object.assign(member, { code, token, key: member.key ?? key });
  }
  joined = [...new Set([...model.members, ...joined])].sort((a, b) => b.number - a.number);
  const consents = await redis.hgetall(KEYS.consents);
  const lastJoinNumber = Number(await redis.get(KEYS.lastJoinNumber));
  expect({ members, consents, lastJoinNumber }).toEqual({ ...model });
  const queue = model.waiting().map(({ code }) => code);
  expect(await redis.zrange(KEYS.queue, '0', '-1')).toEqual(queue);
}

test('the list is what a model of it says, whatever people do, and whichever requests are lost or late', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
  onTestFinished(() => console.log(`${operations} operations from MODEL_SEED=${MODEL_SEED} on`));
  const often = 'join join join join join join leave undo optOut verify'.split(' ');
  const some = [...Object.keys(OPERATIONS), ...often].map((act) =>
    chances.map((own) => ({
      check: () => act === 'join' || model.members.length > 0,
      run: () => take(act, own),
      toString: () => act + JSON.stringify(own),
    })),
  );
  const lists = fc.commands(some, { maxCommands: 60, size: 'max' });
  const property = fc.asyncProperty(lists, async (commands) => {
    await redis.flushall();
    [model, joined] = [new Model(), []];
    await fc.asyncModelRun(() => ({ model, real: redis }), commands);
    // From the records it computes scores and indexes as no script does.
    await prints(/indexes match|list is empty/, 'verify');
  });
  const end = performance.now() + Number(MODEL_SECONDS) * 1000;
  for (let seed = Number(MODEL_SEED); performance.now() < end; seed += 1)
    await fc.assert(property, { seed, numRuns: 1, unbiased: true });
}, 5_000_000);
