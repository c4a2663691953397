import { useRef } from 'react';
import { Place } from '../../app/places/place.tsx';
import { LiveAway } from '../../app/state/live-away.tsx';
import { useMonitors } from '../../data/records/monitors.ts';
import { useText } from '../../text/use-text.tsx';
import { IconButton } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { useNarrow } from '../../ui/frame/use-narrow.ts';
import { useViewport } from '../../ui/frame/use-viewport.ts';
import { Waiting } from '../../ui/frame/waiting.tsx';
import { CameraIcon, FullScreenIcon } from '../../ui/icons.tsx';
import { tilesOf } from './tile-size.ts';
import styles from './wall.module.css';
import { WallTile } from './wall-tile.tsx';

const GAP = 12;
const FOOT = 52;
const NARROWEST = 220;
/** On a phone: one column, so that names stay readable. */
const NARROWEST_ON_PHONE = 300;

/** All monitors with their live pictures, as large as the screen allows. */
export function Wall() {
  const text = useText();
  const monitors = useMonitors();
  const wall = useRef<HTMLDivElement>(null);
  const viewport = useViewport(wall);
  const all = monitors.state === 'ready' ? monitors.value : [];
  const room = { width: viewport.width - 2 * GAP, height: viewport.height - 2 * GAP };
  const narrowest = useNarrow() ? NARROWEST_ON_PHONE : NARROWEST;
  const { columns, width } = tilesOf(all.length, { ...room, gap: GAP, foot: FOOT, narrowest });
  const fill = () => void wall.current?.requestFullscreen?.().catch(() => {});
  return (
    <>
      <Place title={text.wall}>
        <h1>{text.wall}</h1>
        {document.fullscreenEnabled && all.length > 0 && (
          <IconButton label={text.fullScreen} icon={<FullScreenIcon />} onPress={fill} />
        )}
      </Place>
      <div ref={wall} className={styles.wall}>
        {monitors.state === 'ready' && all.length === 0 && (
          <Placeholder icon={<CameraIcon size={40} />} title={text.noMonitors} hint={text.noMonitorsHint} />
        )}
        {monitors.state === 'waiting' && <Waiting />}
        <LiveAway />
        {monitors.state === 'failed' && <Placeholder title={text.unavailable} hint={text.unavailableHint} />}
        <ul
          className={styles.tiles}
          style={{ gridTemplateColumns: `repeat(${columns}, ${Math.floor(width)}px)` }}
        >
          {viewport.width > 0 && all.map((monitor) => <WallTile key={monitor.id} monitor={monitor} />)}
        </ul>
      </div>
    </>
  );
}
