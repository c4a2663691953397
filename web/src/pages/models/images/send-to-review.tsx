import { useLocation } from 'wouter';
import { addresses } from '../../../app/places/addresses.ts';
import { notify } from '../../../app/state/toasts.ts';
import { showError } from '../../../app/state/undo-history.ts';
import { type RunOrder, reviewRun } from '../../../data/runs/run-images.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Menu, MenuItem } from '../../../ui/frame/menu.tsx';

const COUNTS = [10, 20, 50, 100, 200];

interface SendToReviewProps {
  dataset: string;
  number: number;
  order: RunOrder;
}

/** Sends the first images of the order to review, one of each session in turns. */
export function SendToReview({ dataset, number, order }: SendToReviewProps) {
  const text = useText();
  const [, go] = useLocation();
  const send = async (count: number) => {
    try {
      const sent = await reviewRun(dataset, number, order, count);
      const action = { label: text.review, run: () => go(addresses.review(dataset)) };
      notify({ message: text.sentToReview(text.images(sent)), action });
    } catch (error) {
      showError(error, text);
    }
  };
  return (
    <Menu label={text.sendToReview} button={<Button>{text.sendToReview}</Button>}>
      {COUNTS.map((count) => (
        <MenuItem key={count} onAction={() => void send(count)}>
          {text.models.theFirst(count)}
        </MenuItem>
      ))}
    </Menu>
  );
}
