/** Icons: 18 pixels, one stroke width, always with a text or an accessible name. */
import type { ReactNode } from 'react';
import type { IconName } from './command.ts';

export const icon = (shape: ReactNode) =>
  function Icon({ size = 18 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {shape}
      </svg>
    );
  };

export const HomeIcon = icon(<path d="M4 11.5 12 4l8 7.5M6 10v9.5h4.5V15h3v4.5H18V10" />);
export const WallIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="11" rx="1.5" />
    <path d="M9 20h6M12 16v4M9.5 5v11M14.5 5v11" />
  </>,
);
export const ApiIcon = icon(<path d="m8.5 8-4.5 4 4.5 4M15.5 8l4.5 4-4.5 4M13.5 5.5l-3 13" />);
export const SearchIcon = icon(
  <>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5" />
  </>,
);
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8.5" r="3.75" />
    <path d="M4.5 20c.8-3.8 3.8-5.5 7.5-5.500s6.7 1.7 7.5 5.5" />
  </>,
);
export const MoreIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="5.5" cy="12" r="1.7" />
    <circle cx="12" cy="12" r="1.7" />
    <circle cx="18.5" cy="12" r="1.7" />
  </g>,
);
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.500L19 7.5" />);
export const UndoIcon = icon(<path d="M8.5 5 4.5 9l4 4M5 9h9a5.5 5.5 0 0 1 0 11h-3" />);
export const LinkIcon = icon(
  <path d="M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7L12 17.7" />,
);
export const TrashIcon = icon(
  <path d="M4.5 7h15M9.5 7V4.500h5V7M6.5 7l.9 12.500h9.200L17.5 7M10 10.500v5.500M14 10.500v5.5" />,
);
export const CameraIcon = icon(
  <>
    <path d="M4 8.500h3.500L9 6h6l1.5 2.500H20v10H4z" />
    <circle cx="12" cy="13" r="3.25" />
  </>,
);
export const ImagesIcon = icon(
  <>
    <rect x="3.5" y="4.5" width="17" height="15" rx="1.5" />
    <path d="m4 16 4.5-4.5 3.5 3.5 3-3 5 4.5" />
    <circle cx="9" cy="8.8" r="1.3" />
  </>,
);
export const OfflineIcon = icon(
  <path d="M4 4l16 16M2.5 9a14 14 0 0 1 4.5-2.600M10.5 5.200A14 14 0 0 1 21.5 9M6 12.700a9 9 0 0 1 3-1.900M14.5 11.100a9 9 0 0 1 3.5 1.600M9.5 16a4 4 0 0 1 5 0M12 19.500h.01" />,
);
export const FullScreenIcon = icon(
  <path d="M4.5 9V4.500H9M15 4.500h4.500V9M19.5 15v4.500H15M9 19.500H4.500V15" />,
);
export const UploadIcon = icon(<path d="M12 15.500V4.500M7.500 9 12 4.500 16.500 9M4.500 15.500v4h15v-4" />);
export const DownloadIcon = icon(
  <path d="M12 4.500V15.500M7.500 11 12 15.500 16.500 11M4.500 15.500v4h15v-4" />,
);
export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="9" r="3.25" />
    <path d="M3 19c.6-3.400 2.900-5 6-5s5.400 1.600 6 5M15.500 6.200a3 3 0 0 1 0 5.600M17.500 14.500c2 .7 3.100 2.200 3.500 4.500" />
  </>,
);
export const VersionsIcon = icon(
  <>
    <path d="m4 8.500 8-4 8 4-8 4z" />
    <path d="m4 12.500 8 4 8-4M4 16.500l8 4 8-4" />
  </>,
);

export const ModelsIcon = icon(
  <>
    <path d="M4 19.500h16M4 19.500v-15" />
    <path d="m7 15.500 4-4.500 3 2.500 5-7" />
  </>,
);

export const BellIcon = icon(
  <path d="M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15zM10 18a2 2 0 0 0 4 0" />,
);

export const BellOnIcon = icon(
  <>
    <path d="M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15z" fill="currentColor" />
    <path d="M10 18a2 2 0 0 0 4 0" />
  </>,
);

export const SimilarIcon = icon(
  <>
    <rect x="4" y="4" width="11" height="11" rx="1.500" />
    <path d="M19 9v8.500a1.500 1.500 0 0 1-1.500 1.500H9" />
  </>,
);

/** Icons of commands, by name: commands are in files that know nothing of React. */
const NAMED: Record<IconName, ReturnType<typeof icon>> = {
  bell: BellIcon,
  bellOn: BellOnIcon,
  check: CheckIcon,
  close: CloseIcon,
  download: DownloadIcon,
  home: HomeIcon,
  plus: PlusIcon,
  search: SearchIcon,
  similar: SimilarIcon,
  trash: TrashIcon,
  wall: WallIcon,
};

export function NamedIcon({ name }: { name: IconName }) {
  const Icon = NAMED[name];
  return <Icon />;
}
