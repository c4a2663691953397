import { useText } from '../../text/use-text.tsx';
import { Select } from '../../ui/form/select.tsx';

const GIVEN = ['viewer', 'editor'] as const;
export type GivenRole = (typeof GIVEN)[number];

interface RoleChoiceProps {
  label: string;
  isLabelShown?: boolean;
  role: string;
  onChange: (role: GivenRole) => void;
}

/** Viewer or editor. Ownership is transferred separately, with a confirmation. */
export function RoleChoice({ role, onChange, ...props }: RoleChoiceProps) {
  const text = useText();
  return (
    <Select
      {...props}
      choices={GIVEN.map((id) => ({ id, label: text[`role_${id}`] }))}
      value={role}
      onChange={(value) => onChange(value as GivenRole)}
    />
  );
}
