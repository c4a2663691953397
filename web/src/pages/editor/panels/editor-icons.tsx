/** Icons of the editor's tools, by id, and of its bars. */
import type { ComponentType } from 'react';
import { icon } from '../../../ui/icons.tsx';

export const RedoIcon = icon(<path d="m15.5 5 4 4-4 4M19 9h-9a5.5 5.5 0 0 0 0 11h3" />);
export const EyeIcon = icon(
  <>
    <path d="M3 12c2-4 5.200-6 9-6s7 2 9 6c-2 4-5.200 6-9 6s-7-2-9-6z" />
    <circle cx="12" cy="12" r="2.750" />
  </>,
);
export const EyeOffIcon = icon(
  <path d="M4 4l16 16M9.800 6.300A9 9 0 0 1 12 6c3.800 0 7 2 9 6a14 14 0 0 1-2.600 3.500M6 8.200A13 13 0 0 0 3 12c2 4 5.200 6 9 6a9 9 0 0 0 4-.900" />,
);
export const LockIcon = icon(
  <>
    <rect x="5.500" y="10.500" width="13" height="9" rx="1.500" />
    <path d="M8.500 10.500V8a3.500 3.500 0 0 1 7 0v2.500" />
  </>,
);
export const UnlockIcon = icon(
  <>
    <rect x="5.500" y="10.500" width="13" height="9" rx="1.500" />
    <path d="M8.500 10.500V7.500a3.500 3.500 0 0 1 6.700-1.400" />
  </>,
);
export const ContrastIcon = icon(
  <>
    <circle cx="12" cy="12" r="7.500" />
    <path d="M12 4.500v15a7.500 7.500 0 0 0 0-15z" fill="currentColor" />
  </>,
);
export const SparkIcon = icon(
  <path d="M11 4l1.700 5.300L18 11l-5.300 1.700L11 18l-1.700-5.300L4 11l5.300-1.700zM18.500 15.500v5M16 18h5" />,
);
export const FitIcon = icon(
  <path d="M4.500 9V4.500H9M15 4.500h4.500V9M19.500 15v4.500H15M9 19.500H4.500V15" />,
);
export const MinusIcon = icon(<path d="M5 12h14" />);
export const PreviousIcon = icon(<path d="m14.500 6-6 6 6 6" />);
export const NextIcon = icon(<path d="m9.500 6 6 6-6 6" />);

const ToolIcon = icon(<circle cx="12" cy="12" r="6" />);

const icons = new Map<string, ComponentType>([
  ['select', icon(<path d="M6 4.500l12 6.200-5.300 1.600-2.400 5.200z" />)],
  [
    'box',
    icon(
      <>
        <rect x="5.500" y="6.500" width="13" height="11" />
        <g fill="currentColor">
          <circle cx="5.500" cy="6.500" r="1.500" />
          <circle cx="18.500" cy="17.500" r="1.500" />
        </g>
      </>,
    ),
  ],
  [
    'point',
    icon(
      <>
        <circle cx="12" cy="12" r="2.500" fill="currentColor" />
        <path d="M12 4v3.500M12 16.500V20M4 12h3.500M16.500 12H20" />
      </>,
    ),
  ],
]);

/** Parts add the icons of their tools. */
export const addToolIcon = (id: string, Icon: ComponentType): void => void icons.set(id, Icon);

export const toolIcon = (id: string): ComponentType => icons.get(id) ?? ToolIcon;
