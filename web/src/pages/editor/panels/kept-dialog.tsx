import { exactTime } from '../../../text/time.ts';
import { useLanguage, useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../../ui/frame/dialog.tsx';
import type { useKept } from '../use-kept.ts';

/** Offers to restore unsaved changes. Escape restores them, because that can be undone. */
export function KeptDialog({ at, restore, discard }: ReturnType<typeof useKept>) {
  const { editor: words } = useText();
  const { language } = useLanguage();
  return (
    <Dialog title={words.keptTitle} isOpen={at !== null} onClose={restore}>
      {at !== null && <p>{words.keptHint(exactTime(language, at))}</p>}
      <DialogActions>
        <Button onPress={discard}>{words.discardKept}</Button>
        <Button look="primary" onPress={restore}>
          {words.restoreKept}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
