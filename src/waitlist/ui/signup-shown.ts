// Inlined in the pages that answer a signup, or leaving, without React.

import { forgetSignup } from '../client/signup-fields.ts';

forgetSignup();
