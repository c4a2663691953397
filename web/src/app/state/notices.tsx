import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './notices.module.css';
import { notices } from './toasts.ts';

/** Short messages: what was done, with an Undo button, or what failed, with the service's error message. */
export function Notices() {
  const text = useText();
  return (
    <ToastRegion queue={notices} aria-label={text.notifications} className={styles.region ?? ''}>
      {({ toast }) => {
        const { message, tone, action, requestId } = toast.content;
        const act = () => {
          notices.close(toast.key);
          action?.run();
        };
        return (
          <Toast toast={toast} className={classNames(styles.notice, tone === 'failed' && styles.failed)}>
            <ToastContent className={styles.content ?? ''}>
              <Text slot="title">{message}</Text>
              {requestId && <div className={styles.id}>{text.requestId(requestId)}</div>}
            </ToastContent>
            {action && (
              <Button look="quiet" onPress={act}>
                {action.label}
              </Button>
            )}
            <IconButton label={text.close} icon={<CloseIcon />} onPress={() => notices.close(toast.key)} />
          </Toast>
        );
      }}
    </ToastRegion>
  );
}
