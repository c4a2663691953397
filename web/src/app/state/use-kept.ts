import { useStore } from '../../data/live/store.ts';
import { useWaitingChanges } from '../../data/outbox/use-entries.ts';
import { keptUploads } from '../../data/uploads/visits.ts';
import { useText } from '../../text/use-text.tsx';

/** What waits in this browser for the service, in words; empty if nothing does. */
export function useKept(): string {
  const text = useText();
  const changes = useWaitingChanges();
  const uploads = useStore(keptUploads);
  const sentences = [changes > 0 && text.changesKept(changes), uploads > 0 && text.uploadsKept(uploads)];
  return sentences.filter((each) => each !== false).join(' ');
}
