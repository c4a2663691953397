import { useRef } from 'react';
import { Place } from '../../app/places/place.tsx';
import { LiveAway } from '../../app/state/live-away.tsx';
import { useTroubleFirst } from '../../data/cameras/cameras.ts';
import { type Monitor, useCameraMonitors } from '../../data/records/monitors.ts';
import { useText } from '../../text/use-text.tsx';
import { IconButton } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { useNarrow } from '../../ui/frame/use-narrow.ts';
import { useViewport } from '../../ui/frame/use-viewport.ts';
import { Waiting } from '../../ui/frame/waiting.tsx';
import { CameraIcon, FullScreenIcon } from '../../ui/icons.tsx';
import { NotifyButton } from './notify-button.tsx';
import { tilesOf } from './tile-size.ts';
import styles from './wall.module.css';
import { WallTile } from './wall-tile.tsx';

const ROOM = { gap: 12, foot: 52, narrowest: 220 };
/** On a phone: one column, so that names stay readable, with buttons. */
const ROOM_ON_PHONE = { ...ROOM, narrowest: 300 };
/** On a phone with more cameras than fit so: all in sight, without buttons. */
const COMPACT = { gap: 8, foot: 42, narrowest: 140 };
const MOST_WITH_BUTTONS = 2;

const NONE: readonly Monitor[] = [];

/** All monitors with their live pictures, as large as the screen allows. */
export function Wall() {
  const text = useText();
  const monitors = useCameraMonitors();
  const wall = useRef<HTMLDivElement>(null);
  const viewport = useViewport(wall);
  const all = useTroubleFirst(monitors.state === 'ready' ? monitors.value : NONE);
  const isNarrow = useNarrow();
  const isCompact = isNarrow && all.length > MOST_WITH_BUTTONS;
  const room = isCompact ? COMPACT : isNarrow ? ROOM_ON_PHONE : ROOM;
  const { columns, width } = tilesOf(all.length, {
    ...room,
    width: viewport.width - 2 * room.gap,
    height: viewport.height - 2 * room.gap,
  });
  const fill = () => void wall.current?.requestFullscreen?.().catch(() => {});
  return (
    <>
      <Place title={text.wall}>
        <h1>{text.wall}</h1>
        <NotifyButton />
        {document.fullscreenEnabled && all.length > 0 && (
          <IconButton label={text.fullScreen} icon={<FullScreenIcon />} onPress={fill} />
        )}
      </Place>
      <div ref={wall} className={styles.wall} style={{ padding: room.gap }}>
        {monitors.state === 'ready' && all.length === 0 && (
          <Placeholder icon={<CameraIcon size={40} />} title={text.noMonitors} hint={text.noMonitorsHint} />
        )}
        {monitors.state === 'waiting' && <Waiting />}
        <LiveAway />
        {monitors.state === 'failed' && <Placeholder title={text.unavailable} hint={text.unavailableHint} />}
        <ul
          className={styles.tiles}
          style={{ gap: room.gap, gridTemplateColumns: `repeat(${columns}, ${Math.floor(width)}px)` }}
        >
          {viewport.width > 0 &&
            all.map((monitor) => <WallTile key={monitor.id} {...{ monitor, isCompact }} />)}
        </ul>
      </div>
    </>
  );
}
