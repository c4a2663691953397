import { lazy, Suspense, useState } from 'react';
import { CouldNotLoad } from '../../app/could-not-load.tsx';
import { attempt } from '../../app/state/undo-history.ts';
import { imageCommand } from '../../data/images/image-command.ts';
import { useKeysOfMonitor } from '../../data/records/use-keys.ts';
import { exactTime } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { CameraIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { RevokeKey, ShownKey } from './key-dialogs.tsx';
import styles from './monitor.module.css';

const PhoneCode = lazy(async () => ({ default: (await import('./phone-code.tsx')).PhoneCode }));

/** The keys with which cameras send frames as this monitor. A new key is shown only once. */
export function DeviceKeys({ monitor }: { monitor: string }) {
  const text = useText();
  const { language } = useLanguage();
  const { keys, error, isLoading, create, revoke } = useKeysOfMonitor(monitor);
  const [made, setMade] = useState<string | null>(null);
  const [phone, setPhone] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<string | null>(null);
  // A second key would replace the first on the page, which could then never be read again.
  const make = async (show: (key: string) => void) => {
    setMaking(true);
    await attempt(async () => show(await create()), text);
    setMaking(false);
  };
  return (
    <section>
      <header className={styles.head}>
        <h2>{text.deviceKeys}</h2>
        <Button isPending={isMaking} onPress={() => void make(setMade)}>
          <PlusIcon />
          {text.newKey}
        </Button>
      </header>
      <Button isPending={isMaking} onPress={() => void make(setPhone)}>
        <CameraIcon />
        {text.usePhone}
      </Button>
      {phone !== null && (
        <Suspense>
          <PhoneCode camera={{ monitor, key: phone }} onClose={() => setPhone(null)} />
        </Suspense>
      )}
      {error && <CouldNotLoad error={error} />}
      {!isLoading && !error && keys.length === 0 && <p className={styles.hint}>{text.noKeys}</p>}
      <ul className={styles.keys}>
        {keys.map(({ hash, made: at, lastUsed }) => (
          <li key={hash}>
            <code>{hash}</code>
            <span className={styles.hint}>
              {text.keyFacts(exactTime(language, at), lastUsed ?? text.never)}
            </span>
            <IconButton label={text.revokeKey(hash)} icon={<TrashIcon />} onPress={() => setRevoked(hash)} />
          </li>
        ))}
      </ul>
      <RevokeKey hash={revoked} hint={text.revokeHint} revoke={revoke} onClose={() => setRevoked(null)} />
      <ShownKey
        value={made}
        line={(key) => imageCommand(monitor, key)}
        does={text.firstImage}
        onClose={() => setMade(null)}
      />
    </section>
  );
}
