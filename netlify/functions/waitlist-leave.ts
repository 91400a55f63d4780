import { parseStatusRequest } from '../../src/waitlist/shared/contract.ts';
import { endpoint } from '../http/endpoint.ts';
import { eraseMember } from '../queue/erase-member.ts';

/** POST a StatusKey to leave the list. */
export default endpoint({
  name: 'waitlist-leave',
  parse: parseStatusRequest,
  run: ({ waitlist, input: { referralCode, statusToken } }) =>
    eraseMember(waitlist, ['member', referralCode, statusToken]),
});
