// Inlined in the response pages after a signup or leaving without script.

import { forgetSignup } from '../client/signup-fields.ts';

forgetSignup();
