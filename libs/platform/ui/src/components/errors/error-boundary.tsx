import { Component, createContext, use, type ErrorInfo, type ReactNode } from 'react';
import { Translation } from 'react-i18next';
import { ErrorState } from '../empty-state.tsx';

/** Called for every crash; `info` has the component stack. */
export type CrashReporter = (error: unknown, info: ErrorInfo) => void;

const CrashReporterContext = createContext<CrashReporter | null>(null);
export const CrashReporterProvider = CrashReporterContext.Provider;

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** A new value retries, e.g. the path. */
  readonly resetKey?: string;
}

/**
 * Shows 'Ha ocurrido un error' in place of a crashed part of the page; the rest keeps working. Crashes go to
 * the reporter provided by the application.
 */
export function ErrorBoundary(props: ErrorBoundaryProps) {
  return <Boundary {...props} onCrash={use(CrashReporterContext)} />;
}

interface BoundaryProps extends ErrorBoundaryProps {
  readonly onCrash: CrashReporter | null;
}

interface BoundaryState {
  readonly failed: boolean;
  readonly resetKey: string | undefined;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onCrash?.(error, info);
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
