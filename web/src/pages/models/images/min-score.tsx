import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import { useText } from '../../../text/use-text.tsx';
import styles from './images.module.css';

interface MinScoreProps {
  value: number;
  onChange: (value: number) => void;
}

/** Hides predictions with lower scores. */
export function MinScore({ value, onChange }: MinScoreProps) {
  const { models } = useText();
  return (
    <Slider
      // Reset by the address, for example when Back is pressed.
      key={value}
      className={styles.slider ?? ''}
      defaultValue={value}
      minValue={0}
      maxValue={1}
      step={0.05}
      formatOptions={{ style: 'percent' }}
      onChangeEnd={onChange}
    >
      <Label>{models.minScore}</Label>
      <SliderOutput className="tabular" />
      <SliderTrack className={styles.track ?? ''}>
        <SliderThumb className={styles.thumb ?? ''} />
      </SliderTrack>
    </Slider>
  );
}
