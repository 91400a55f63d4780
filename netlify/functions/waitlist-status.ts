import { parseStatusRequest } from '../../src/waitlist/shared/contract.ts';
import { createContext } from '../http/context.ts';
import { endpoint } from '../http/endpoint.ts';
import { readStatus } from '../queue/read-status.ts';

/** POST a StatusKey, get a StatusSuccess. */
export default endpoint(createContext(), {
  name: 'waitlist-status',
  counter: 'statusRequests',
  parse: parseStatusRequest,
  run: ({ waitlist, input }) => readStatus(waitlist, input),
});
