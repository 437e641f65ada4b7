import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/card.tsx';

/** A screen that cannot be shown, because of a mistake in it or because a newer version has taken its place, leaves the others alone. */
export class Mishap extends Component<{ readonly children: ReactNode }, { readonly happened: boolean }> {
  override state = { happened: false };

  static getDerivedStateFromError() {
    return { happened: true };
  }

  override render() {
    if (!this.state.happened) return this.props.children;
    return (
      <div role="alert">
        <Empty title="This page could not be shown">
          <p className="mb-4">Waybill may have been renewed since you opened it. Load it again.</p>
          <Button onClick={() => location.reload()}>Load again</Button>
        </Empty>
      </div>
    );
  }
}
