import { Component, type PropsWithChildren, useEffect } from 'react';
import { FORM_MESSAGES } from '../shared/form-messages.ts';
import { SignupForm } from './SignupForm.tsx';
import { ProblemView, StatusLoader } from './StatusLoader.tsx';
import { useVisit } from './use-visit.ts';

export default function WaitlistIsland() {
  const { sheet } = useVisit();

  useEffect(() => addEventListener('keydown', pressKey), []);

  return (
    <ErrorBoundary>
      <section className="sheet" aria-labelledby="view-title admitted-title">
        {sheet.kind === 'form' ? (
          <SignupForm />
        ) : (
          <StatusLoader key={sheet.statusKey?.statusToken} sheet={sheet} />
        )}
      </section>
    </ErrorBoundary>
  );
}

/** React throws, for example, where an extension has moved a node. */
class ErrorBoundary extends Component<PropsWithChildren, { hasFailed?: true }> {
  // Class fields would need helpers in older browsers.
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render() {
    if (!this.state?.hasFailed) return this.props.children;
    return (
      // Another sheet, since React can't remove a moved node from the old one.
      <section key="failed" className="sheet" aria-labelledby="view-title">
        <ProblemView heading={FORM_MESSAGES.internal_error} retry={() => location.reload()} />
      </section>
    );
  }
}

/** On Escape, closes what's open on the sheet, or else the view. On Space, presses "Back to home", which is a link. */
function pressKey(event: KeyboardEvent): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const back = find('.back');
  // There's no hash on the landing view, and during composition Escape closes the input method.
  if (event.key === 'Escape' && location.hash && !event.isComposing) {
    const open = find('.sheet :is([aria-expanded="true"], [open] > summary)');
    open?.focus();
    (open ?? back)?.click();
  }
  if (event.key === ' ' && event.target === back) {
    event.preventDefault();
    back?.click();
  }
}
