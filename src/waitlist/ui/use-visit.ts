import { useSyncExternalStore } from 'react';
import { INITIAL_STATE, type VisitState } from '../client/visit.ts';

/** A part of the visit's state. React hydrates the prerendered form before it renders what the visit shows. */
export const useVisit = <Part extends keyof VisitState>(part: Part) =>
  useSyncExternalStore(
    subscribe,
    () => window.visit.state[part],
    () => INITIAL_STATE[part],
  );

function subscribe(listener: () => void) {
  addEventListener('visit', listener);
  return () => removeEventListener('visit', listener);
}
