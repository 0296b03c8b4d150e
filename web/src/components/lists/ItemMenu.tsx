import { Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';

type Props = {
  label: string;
  className: string | undefined;
  /** Pixels. */
  width: number;
  /** The menu's entries, which are not rendered before it is opened. */
  children: ReactNode;
};

/** Menu of one item among hundreds: a plain button until its first use, because a menu costs more than the item. */
export function ItemMenu({ label, className, width, children }: Props) {
  const [isUsed, setUsed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const icon = <IconDotsVertical size={18} aria-hidden />;
  if (!isUsed)
    return (
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setUsed(true)}
      >
        {icon}
      </button>
    );
  return (
    <Menu defaultOpened onClose={() => button.current?.focus()} position="bottom-end" width={width}>
      <Menu.Target>
        <button ref={button} type="button" className={className} aria-label={label}>
          {icon}
        </button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
