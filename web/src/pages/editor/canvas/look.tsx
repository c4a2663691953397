import {
  DialogTrigger,
  Label,
  Dialog as Panel,
  Popover,
  Slider,
  SliderThumb,
  SliderTrack,
} from 'react-aria-components';
import { useText } from '../../../text/use-text.tsx';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import styles from '../editor.module.css';
import { ContrastIcon } from '../panels/editor-icons.tsx';

/** Brightness and contrast in percent; 100 changes nothing. */
export interface LookState {
  brightness: number;
  contrast: number;
  hasRulers: boolean;
}

const PLAIN = { brightness: 100, contrast: 100 };

/** On a phone, the picture needs the room of the rulers. */
export const plainLook = (): LookState => ({
  ...PLAIN,
  hasRulers: !matchMedia('(max-width: 500px), (max-height: 500px)').matches,
});

/** A CSS filter. */
export const filterOf = ({ brightness, contrast }: LookState): string =>
  brightness === 100 && contrast === 100 ? '' : `brightness(${brightness}%) contrast(${contrast}%)`;

interface LookProps {
  look: LookState;
  onChange: (look: LookState) => void;
}

/** How the picture is displayed. The stored image does not change. */
export function Look({ look, onChange }: LookProps) {
  const { editor: words } = useText();
  return (
    <DialogTrigger>
      <IconButton label={words.look} icon={<ContrastIcon />} />
      <Popover placement="top end" className={styles.popover ?? ''}>
        <Panel aria-label={words.look} className={styles.look ?? ''}>
          <Share
            label={words.brightness}
            value={look.brightness}
            onChange={(brightness) => onChange({ ...look, brightness })}
          />
          <Share
            label={words.contrast}
            value={look.contrast}
            onChange={(contrast) => onChange({ ...look, contrast })}
          />
          <p className={styles.hint}>{words.lookHint}</p>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={look.hasRulers}
              onChange={({ target }) => onChange({ ...look, hasRulers: target.checked })}
            />
            {words.rulers}
          </label>
          <Button onPress={() => onChange({ ...look, ...PLAIN })}>{words.resetLook}</Button>
        </Panel>
      </Popover>
    </DialogTrigger>
  );
}

interface ShareProps {
  label: string;
  /** Percent. */
  value: number;
  least?: number;
  most?: number;
  onChange: (value: number) => void;
}

/** A slider. */
export function Share({ label, value, least = 20, most = 300, onChange }: ShareProps) {
  return (
    <Slider
      minValue={least}
      maxValue={most}
      step={5}
      value={value}
      onChange={onChange}
      className={styles.slider ?? ''}
    >
      <Label>{label}</Label>
      <output className="tabular">{value} %</output>
      <SliderTrack className={styles.track ?? ''}>
        <SliderThumb className={styles.thumb ?? ''} />
      </SliderTrack>
    </Slider>
  );
}
