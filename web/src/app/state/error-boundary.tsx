import { Component, type ReactNode } from 'react';
import { en } from '../../text/en.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';

interface Props {
  /** Path of the page. When it changes, the error is cleared. */
  page: string;
  children: ReactNode;
}

interface State {
  error: Error | null;
  page: string;
}

/** Shows an error in place of a page that throws, with the request id to report. The rest of the console stays usable. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, page: this.props.page };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ page }: Props, state: State): Partial<State> | null {
    return page === state.page ? null : { page, error: null };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <Broken error={error} /> : this.props.children;
  }
}

function Broken({ error }: { error: Error & { requestId?: string } }) {
  const text = useText() ?? en;
  const details = error.requestId ? text.requestId(error.requestId) : error.message;
  return (
    <Placeholder title={text.broken} hint={text.brokenHint} details={details}>
      <Button look="primary" onPress={() => location.reload()}>
        {text.reload}
      </Button>
    </Placeholder>
  );
}
