import { useSyncExternalStore } from 'react';
import { INITIAL_STATE } from '../client/visit.ts';

/** The state of the visit. React hydrates the prerendered form before it renders what the visit shows. */
export const useVisit = () =>
  useSyncExternalStore(
    subscribe,
    () => window.visit.state,
    () => INITIAL_STATE,
  );

function subscribe(listener: () => void) {
  addEventListener('visit', listener);
  return () => removeEventListener('visit', listener);
}
