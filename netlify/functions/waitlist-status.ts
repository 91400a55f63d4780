import { parseStatusRequest, type StatusSuccess } from '../../src/waitlist/shared/contract.ts';
import type { StatusKey } from '../../src/waitlist/shared/status-link.ts';
import { endpoint } from '../http/endpoint.ts';
import { readStatus } from '../queue/read-status.ts';

/** POST a StatusKey, get a StatusSuccess: the member's position now, or that the member was admitted. */
export default endpoint<StatusKey, StatusSuccess>({
  name: 'waitlist-status',
  method: 'POST',
  parse: parseStatusRequest,
  run: ({ waitlist, input, ...rest }) => readStatus(waitlist, { ...input, ...rest }),
});
