import { type ComponentType, memo } from 'react';
import {
  Button as AriaButton,
  Label,
  Slider,
  SliderOutput,
  SliderThumb,
  SliderTrack,
} from 'react-aria-components';
import { type Store, usePart, useStore } from '../../../data/live/store.ts';
import { useText } from '../../../text/use-text.tsx';
import { selectedMasks } from '../model/drawing.ts';
import type { PartProps } from '../part.ts';
import { MAX_SIZE, type MaskDesk } from './desk.ts';
import styles from './mask.module.css';
import { MaskMerge } from './merge.tsx';
import { joinMasks, splitMask } from './objects.ts';
import type { MaskConflict, MaskSaving } from './saving.ts';
import * as act from './shared-keys.ts';

interface Given {
  desk: MaskDesk;
  conflicts: Store<readonly MaskConflict[]>;
  saving: MaskSaving;
}

const TOOLS = ['brush', 'eraser', 'polygon', 'lasso', 'flood', 'fill'] as const;

/** Beside the picture while there is something to do with masks: actions, and the options of the active tool. */
export function maskPanel(given: Given): ComponentType<PartProps> {
  return function MaskPanel(props) {
    const { masks } = useText();
    const { desk } = given;
    const { host, mayEdit } = props;
    const tool = TOOLS.find((id) => id === props.tool);
    const merge = <MaskMerge {...given} {...props} />;
    if (!mayEdit || (!tool && selectedMasks(host).length === 0)) return merge;
    return (
      <section className={styles.panel} aria-label={masks.heading} data-tool={tool}>
        <h2 className={styles.heading}>{masks.heading}</h2>
        {tool && <ToolOptions {...{ desk, host, tool }} />}
        <Actions {...{ desk, host }} isPainting={tool !== undefined} />
        {merge}
      </section>
    );
  };
}

type OptionsProps = Pick<Given, 'desk'> & Pick<PartProps, 'host'> & { tool: (typeof TOOLS)[number] };

/** Not rendered again by each stroke. */
const ToolOptions = memo(function ToolOptions({ desk, host, tool }: OptionsProps) {
  const { masks } = useText();
  const { size, tolerance, opacity, busy } = useStore(desk.settings);
  const show = (next: Parameters<MaskDesk['change']>[0]) => {
    desk.change(next);
    host.repaint();
    host.repaintParts();
  };
  return (
    <>
      <p className={styles.hint}>{masks.hintOf[tool]}</p>
      {(tool === 'brush' || tool === 'eraser') && (
        // The slider uses the square root, so that small sizes can be chosen precisely.
        <Range
          label={masks.size}
          shown={masks.sizeIs(size)}
          value={Math.sqrt(size)}
          range={[1, Math.sqrt(MAX_SIZE), 0.1]}
          onChange={(root) => show({ size: Math.max(1, Math.round(root * root)) })}
        />
      )}
      {tool === 'flood' && (
        <Range
          label={masks.tolerance}
          shown={String(tolerance)}
          value={tolerance}
          range={[0, 255, 1]}
          onChange={(next) => show({ tolerance: next })}
        />
      )}
      <Range
        label={masks.opacity}
        shown={masks.opacityIs(opacity)}
        value={opacity}
        range={[0.1, 1, 0.1]}
        onChange={(next) => show({ opacity: next })}
      />
      <p role="status" className={styles.hint}>
        {busy > 0 ? masks.working : ''}
      </p>
    </>
  );
});

type ActionsProps = Pick<OptionsProps, 'desk' | 'host'> & { isPainting: boolean };

const Actions = memo(function Actions({ desk, host, isPainting }: ActionsProps) {
  const { masks } = useText();
  const isNew = usePart(desk.settings, (settings) => settings.isNew);
  const actions = [
    [masks.split, () => splitMask(desk, host)],
    [masks.join, () => joinMasks(host)],
    [masks.grow, () => act.growMask(desk, host)],
    [masks.shrink, () => act.shrinkMask(desk, host)],
    [masks.fillHoles, () => act.fillHoles(desk, host)],
    [masks.makeBoxes, () => act.boxesFromMask(desk, host)],
    [masks.clear, () => act.clearMask(desk, host)],
  ] as const;
  return (
    <div className={styles.actions}>
      {isPainting && (
        <AriaButton className={styles.action ?? ''} aria-pressed={isNew} onPress={() => desk.beginNew(host)}>
          {masks.newMask}
        </AriaButton>
      )}
      {actions.map(([label, run]) => (
        <AriaButton key={label} className={styles.action ?? ''} onPress={run}>
          {label}
        </AriaButton>
      ))}
    </div>
  );
});

interface RangeProps {
  label: string;
  /** The value in words. */
  shown: string;
  value: number;
  /** Least, most and step. */
  range: readonly [number, number, number];
  onChange: (value: number) => void;
}

function Range({ label, shown, value, range: [minValue, maxValue, step], onChange }: RangeProps) {
  return (
    <Slider
      className={styles.slider ?? ''}
      {...{ minValue, maxValue, step, value }}
      onChange={(next) => onChange(Number(next))}
    >
      <Label>{label}</Label>
      <SliderOutput className="tabular">{() => shown}</SliderOutput>
      <SliderTrack className={styles.track ?? ''}>
        <SliderThumb className={styles.thumb ?? ''} aria-valuetext={shown} />
      </SliderTrack>
    </Slider>
  );
}
