import type { ComponentType } from 'react';
import {
  Button as AriaButton,
  Label,
  Slider,
  SliderOutput,
  SliderThumb,
  SliderTrack,
} from 'react-aria-components';
import { type Store, useStore } from '../../../data/live/store.ts';
import { useText } from '../../../text/use-text.tsx';
import { IconButton } from '../../../ui/form/button.tsx';
import type { MaskLayer } from '../model/drawing.ts';
import { EyeIcon, EyeOffIcon } from '../panels/editor-icons.tsx';
import type { PartProps } from '../part.ts';
import { MAX_SIZE, type MaskDesk } from './desk.ts';
import styles from './mask.module.css';
import { MaskMerge } from './merge.tsx';
import { paintedShare } from './paint/painted-share.ts';
import type { MaskConflict, MaskSaving } from './saving.ts';
import * as act from './shared-keys.ts';

interface Given {
  desk: MaskDesk;
  conflicts: Store<readonly MaskConflict[]>;
  saving: MaskSaving;
}

const TOOLS = ['brush', 'eraser', 'polygon', 'lasso', 'flood', 'fill'] as const;

/** The panel of masks, beside the picture: one line per class, and the options of the active tool. */
export function maskPanel(given: Given): ComponentType<PartProps> {
  return function MaskPanel(props) {
    const { masks } = useText();
    const tool = TOOLS.find((id) => id === props.tool);
    const layers = props.drawing.masks ?? [];
    const merge = <MaskMerge {...given} {...props} />;
    if (!tool && layers.length === 0) return merge;
    return (
      <section className={styles.panel} aria-label={masks.heading} data-tool={tool}>
        <h2 className={styles.heading}>{masks.heading}</h2>
        {layers.length === 0 && <p className={styles.hint}>{masks.noMasks}</p>}
        <Layers {...given} {...props} layers={layers} />
        {tool && props.mayEdit && <ToolOptions {...given} {...props} tool={tool} />}
        {merge}
      </section>
    );
  };
}

function Layers({ desk, host, looks, layers }: Given & PartProps & { layers: readonly MaskLayer[] }) {
  const text = useText();
  const { hidden } = useStore(desk.settings);
  return (
    <ul className={styles.layers}>
      {layers.map(({ tag, bitmap }) => {
        const { name, color } = looks.get(tag) ?? { name: tag, color: 'gray' };
        const isHidden = hidden.has(tag);
        const toggle = () => {
          desk.showOrHide(tag);
          host.repaintParts();
        };
        return (
          <li key={tag} className={styles.layer} data-hidden={isHidden}>
            <span className={styles.swatch} style={{ background: color }} />
            <span className={styles.name}>{name}</span>
            <span className={`${styles.share} tabular`}>{text.masks.share(paintedShare(bitmap))}</span>
            <IconButton
              label={isHidden ? text.masks.show(name) : text.masks.hide(name)}
              icon={isHidden ? <EyeOffIcon size={14} /> : <EyeIcon size={14} />}
              onPress={toggle}
            />
          </li>
        );
      })}
    </ul>
  );
}

function ToolOptions({ desk, host, tool }: Given & PartProps & { tool: (typeof TOOLS)[number] }) {
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
      <Actions desk={desk} host={host} />
      <p role="status" className={styles.hint}>
        {busy > 0 ? masks.working : ''}
      </p>
    </>
  );
}

function Actions({ desk, host }: Pick<Given, 'desk'> & Pick<PartProps, 'host'>) {
  const { masks } = useText();
  const actions = [
    [masks.grow, act.growMask],
    [masks.shrink, act.shrinkMask],
    [masks.fillHoles, act.fillHoles],
    [masks.makeBoxes, act.boxesFromMask],
    [masks.clear, act.clearMask],
  ] as const;
  return (
    <div className={styles.actions}>
      {actions.map(([label, run]) => (
        <AriaButton key={label} className={styles.action ?? ''} onPress={() => run(desk, host)}>
          {label}
        </AriaButton>
      ))}
    </div>
  );
}

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
