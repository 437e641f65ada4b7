import { Component, type ReactNode } from 'react';

type Props = { readonly instead: ReactNode; readonly children: ReactNode };

/**
 * A screen that cannot be shown, because of a mistake in it or because a newer version has taken its place, leaves the others alone. It is
 * tried again once there is something else to show.
 */
export class Mishap extends Component<Props, { readonly happened: boolean }> {
  override state = { happened: false };

  static getDerivedStateFromError() {
    return { happened: true };
  }

  override componentDidUpdate({ children }: Props) {
    if (this.state.happened && children !== this.props.children) this.setState({ happened: false });
  }

  override render() {
    if (!this.state.happened) return this.props.children;
    return <div role="alert">{this.props.instead}</div>;
  }
}
