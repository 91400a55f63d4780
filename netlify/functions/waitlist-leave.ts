import { parseStatusRequest } from '../../src/waitlist/shared/contract.ts';
import { endpoint } from '../http/endpoint.ts';
import { leavePage } from '../http/reply-page.ts';
import { eraseMember } from '../queue/erase-member.ts';

/** POST a StatusKey to leave the list; a form gets a page as the response. */
export default endpoint({
  name: 'waitlist-leave',
  counter: 'status-requests',
  parse: parseStatusRequest,
  run: ({ waitlist, input: { referralCode, statusToken } }) =>
    eraseMember(waitlist, ['member', referralCode, statusToken]),
  page: leavePage,
});
