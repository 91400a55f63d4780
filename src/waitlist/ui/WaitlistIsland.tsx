import { member as copy } from 'virtual:content';
import { Component, type PropsWithChildren, useEffect } from 'react';
import { FORM_MESSAGES } from '../shared/form-messages.ts';
import { SignupForm } from './SignupForm.tsx';
import { StatusLoader } from './StatusLoader.tsx';
import { HEADING, Heart } from './StatusView.tsx';
import { useVisit } from './use-visit.ts';

export default function WaitlistIsland() {
  const sheet = useVisit('sheet');

  useEffect(() => {
    addEventListener('keydown', pressKey);
    findBack()?.setAttribute('role', 'button');
  }, []);

  return (
    <ErrorBoundary>
      <section className="sheet" aria-labelledby="view-title">
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
        <div className="problem">
          <Heart />
          <h2 {...HEADING}>{FORM_MESSAGES.internal_error}</h2>
          <button className="button" type="button" onClick={() => location.reload()}>
            {copy.again}
          </button>
        </div>
      </section>
    );
  }
}

/** Presses the link back on Escape, and on Space, on which browsers follow no link. */
function pressKey(event: KeyboardEvent): void {
  const back = findBack();
  const isSpace = event.key === ' ' && event.target === back;
  // There's no hash on the first view, and during composition Escape closes the input method.
  const isEscape = event.key === 'Escape' && location.hash && !event.isComposing;
  if (!isSpace && !isEscape) return;
  event.preventDefault();
  back?.click();
}

const findBack = () => document.querySelector<HTMLElement>('.back');
