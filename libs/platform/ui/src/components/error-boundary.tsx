import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Translation } from 'react-i18next';
import { ErrorState } from './empty-state.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** A change of it tries again, e.g. the address. */
  readonly resetKey?: string;
  readonly onError?: (error: unknown, info: ErrorInfo) => void;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly resetKey: string | undefined;
}

/** Shows 'Ha ocurrido un error' in place of a part of the page that crashed; the rest lives on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Translation ns="ui">
        {(t) => (
          <ErrorState
            title={t('error.crash')}
            text={t('error.crash_text')}
            onRetry={() => this.setState({ failed: false })}
          />
        )}
      </Translation>
    );
  }
}
