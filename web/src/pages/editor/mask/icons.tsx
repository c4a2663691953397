/** Icons of the mask tools. */
import { icon } from '../../../ui/icons.tsx';
import { addToolIcon } from '../panels/editor-icons.tsx';

/** The toolbar finds them by the tools' ids. */
export function addMaskIcons(): void {
  addToolIcon(
    'brush',
    icon(
      <>
        <path d="M20 4 11.500 12.500l-2-2z" />
        <path
          d="M9.500 12.500c2.500.500 3 2.500 2 4.500s-4 3-7.500 2c1.500-1 1.300-2 1.500-3.500.200-2 2-3.500 4-3z"
          fill="currentColor"
        />
      </>,
    ),
  );
  addToolIcon('eraser', icon(<path d="m9 19-4.500-4.500 9-9.500 6 6-8 8zM9 9.700l6 6M8 19.500h11" />));
  addToolIcon(
    'polygon',
    icon(
      <>
        <path d="M6 9l8-4 5 7-4 7H7z" fill="currentColor" fillOpacity="0.25" />
        <g fill="currentColor">
          <circle cx="6" cy="9" r="1.300" />
          <circle cx="14" cy="5" r="1.300" />
          <circle cx="19" cy="12" r="1.300" />
          <circle cx="15" cy="19" r="1.300" />
          <circle cx="7" cy="19" r="1.300" />
        </g>
      </>,
    ),
  );
  addToolIcon(
    'lasso',
    icon(
      <>
        <path d="M8 15.500c-2.500-.800-4-2.500-4-4.500C4 7.500 7.500 5 12 5s8 2.500 8 6-3.500 6-8 6c-.700 0-1.300 0-2-.100" />
        <circle cx="8.500" cy="16.500" r="1.700" />
        <path d="M8 18.200c.200 1-.300 2-1.500 2.800" />
      </>,
    ),
  );
  addToolIcon(
    'flood',
    icon(<path d="m4.500 19.500 9-9M15 4v4M13 6h4M19 10.500v3M17.500 12h3M8.500 5v2M7.500 6h2" />),
  );
  addToolIcon(
    'fill',
    icon(
      <>
        <path d="M12 4.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15z" />
        <circle cx="12" cy="12" r="3.500" fill="currentColor" />
      </>,
    ),
  );
}
