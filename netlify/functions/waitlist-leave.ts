import { parseStatusRequest } from '../../src/waitlist/shared/contract.ts';
import type { StatusKey } from '../../src/waitlist/shared/status-link.ts';
import { endpoint } from '../http/endpoint.ts';
import { leavePage } from '../http/reply-page.ts';
import { eraseMemberByStatusKey } from '../queue/erase-member.ts';

/** POST a StatusKey, and the member is off the list; a form post gets a page that says so. */
export default endpoint<StatusKey, object>({
  name: 'waitlist-leave',
  method: 'POST',
  parse: parseStatusRequest,
  run: ({ waitlist, input, ...rest }) => eraseMemberByStatusKey(waitlist, { ...input, ...rest }),
  page: leavePage,
});
