import { beforeEach, expect, test } from 'vitest';
import { remove } from '../../cli/commands/remove.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { formatPhone } from '../../src/waitlist/shared/phone.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';

const PEOPLE = 500;

const { redis, session, scores, everything } = await setUpWaitlist();
/** She came through somebody and brought friends herself. */
let ana: Member;
let friends: Member[];

beforeEach(async () => {
  const members = await makePeople(redis, PEOPLE);
  const friendsOf = ({ code }: Member) => members.filter(({ inviter }) => inviter === code);
  const invited = members.filter(({ inviter, firstName }) => inviter && /^Ana/.test(firstName));
  ana = invited.find((member) => friendsOf(member).length > 1) as Member;
  friends = friendsOf(ana);
});

const removing = (typed: string) => printed(() => remove(session, typed));

test.each([
  ['phone', () => formatPhone(ana.phone)],
  ['code', () => ana.code],
])(
  'who is removed by her %s is gone from every key, and moves nobody but her inviter',
  async (_, typed) => {
    await redis.hset(KEYS.trapped(ana.phone), 'code', ana.code);
    const before = await scores();
    const { text } = await removing(typed());
    expect(text).toContain(`${ana.firstName} ${ana.lastName}, (•••) •••-${ana.phone.slice(-4)}`);
    expect(text).toContain(`${friends.length} friends came through her and will keep their`);
    expect(text).toContain(
      `Her inviter ${ana.inviter} goes back about ${SPOTS_PER_FRIEND} positions`,
    );

    // Her code is nobody's any more, and stays in the records of her friends.
    const left = (await everything()).replaceAll(`\\"inviter\\":\\"${ana.code}\\"`, '');
    const traces = [ana.phone, ana.code, `${ana.key}\\"`, `"${ana.firstName}\\"`, ana.token];
    expect(traces.filter((trace) => left.includes(`${trace}`))).toEqual([]);
    const inviter = ana.inviter ?? '';
    before.delete(ana.code);
    before.set(inviter, Number(before.get(inviter)) + SPOTS_PER_FRIEND);
    expect(await scores()).toEqual(before);
    expect((await audit(redis)).problems).toEqual([]);

    for (const again of [ana.code, ana.phone]) {
      await expect(removing(again)).rejects.toThrow('Nobody on the list has this');
    }
  },
);
