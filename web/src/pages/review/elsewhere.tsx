import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { PeopleIcon } from '../../ui/icons.tsx';

interface ElsewhereProps {
  /** Number of images. */
  count: number;
  onIgnore: () => void;
}

/** All that is left is being looked at by others. */
export function Elsewhere({ count, onIgnore }: ElsewhereProps) {
  const text = useText();
  return (
    <Placeholder
      icon={<PeopleIcon size={40} />}
      title={text.restIsElsewhere(text.images(count))}
      hint={text.restIsElsewhereHint}
    >
      <Button onPress={onIgnore}>{text.reviewAnyway}</Button>
    </Placeholder>
  );
}
