import { type MantineColorsTuple, type MantineThemeComponents, createTheme } from '@mantine/core';

/** The one accent, a deep petrol green for the primary action (specification 2.12). */
const petrol: MantineColorsTuple = [
  '#eaf4f2',
  '#d5e7e4',
  '#a9cfca',
  '#7bb6af',
  '#549f97',
  '#3a8b83',
  '#21766e',
  '#0e5a54',
  '#0a4843',
  '#063834',
];

/** Neutrals of the light theme, warm instead of blue-grey. */
const gray: MantineColorsTuple = [
  '#faf7f1',
  '#f3eee5',
  '#e8e1d5',
  '#d9d0c1',
  '#c2b7a5',
  '#a09583',
  '#7d7364',
  '#5f574b',
  '#433d34',
  '#262219',
];

/** Neutrals of the dark theme: 0 is its text, 7 its background. */
const dark: MantineColorsTuple = [
  '#ece6da',
  '#cfc8ba',
  '#aaa294',
  '#857d70',
  '#3a362f',
  '#2d2a24',
  '#211f1a',
  '#171512',
  '#110f0d',
  '#0b0a08',
];

const green: MantineColorsTuple = [
  '#edf6ec',
  '#d9ebd7',
  '#b2d6ae',
  '#88bf82',
  '#65ab5e',
  '#4a9643',
  '#37802f',
  '#2a6a24',
  '#20541b',
  '#153d11',
];

const amber: MantineColorsTuple = [
  '#fdf4e3',
  '#f9e6c4',
  '#f1cd8a',
  '#e7b150',
  '#d99826',
  '#b97b12',
  '#97620c',
  '#7c4f08',
  '#613d05',
  '#472c03',
];

const red: MantineColorsTuple = [
  '#fcefec',
  '#f7dcd6',
  '#eeb5aa',
  '#e38c7c',
  '#d96a56',
  '#c94c37',
  '#b23925',
  '#982c1a',
  '#7c2113',
  '#5f170c',
];

const SANS =
  "'Instrument Sans Variable', 'Instrument Sans Fallback', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

// Plain objects, because `Button.extend` and the like would load every component named here before the first screen.
const components: MantineThemeComponents = {
  // Scrolled into view, it stays below a dialog's sticky header.
  Alert: { defaultProps: { variant: 'light' }, styles: { root: { scrollMarginTop: '5rem' } } },
  Avatar: {
    defaultProps: {
      radius: '100%',
      allowedInitialsColors: ['petrol', 'amber', 'green', 'red', 'violet', 'indigo'],
    },
  },
  Badge: {
    defaultProps: { variant: 'light', radius: 'sm' },
    styles: { root: { textTransform: 'none', fontWeight: 550, letterSpacing: 0 } },
  },
  // With reduced motion, a panel with a transition is remounted after the first render, which loses clicks in between.
  // React hydrates an `Activity` later, and throws away what the server sent of it when its parent renders meanwhile.
  Accordion: { defaultProps: { transitionDuration: 0, keepMountedMode: 'display-none' } },
  Button: { styles: { root: { fontWeight: 550 } } },
  Card: { defaultProps: { withBorder: true, shadow: undefined, padding: 'lg' } },
  // Specification 2.12: label above, help below.
  InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  // The header of a dialog is a `header` element, which axe and screen readers would take for the page's.
  DrawerHeader: { defaultProps: { role: 'presentation' } },
  ModalHeader: { defaultProps: { role: 'presentation' } },
  Modal: {
    defaultProps: {
      centered: true,
      overlayProps: { backgroundOpacity: 0.45 },
      transitionProps: { duration: 120 },
    },
    // A title contains a name, which may be one long word.
    styles: {
      title: {
        minWidth: 0,
        fontWeight: 600,
        fontSize: '1.0625rem',
        lineHeight: 1.35,
        overflowWrap: 'anywhere',
      },
    },
  },
  // The placeholder that has the focus at first is no entry, which screen readers and axe miss; the first entry has it.
  Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  Paper: { defaultProps: { withBorder: true } },
  // People who work by keys show what they typed, too.
  PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
  // A list is measured before it is displayed. Centred by a width of 0 it overflowed a phone's screen, the page grew,
  // the field moved away, and the list was hidden as detached, over and over: no option could be chosen in a dialog.
  Popover: { defaultProps: { hideDetached: false } },
  // The list scrolls itself: an area around it would be a stop of the keyboard that has no name.
  Select: {
    defaultProps: { comboboxProps: { position: 'bottom-start' }, withScrollArea: false },
    styles: { options: { maxHeight: 220, overflowY: 'auto' } },
  },
  Skeleton: { defaultProps: { radius: 'sm' } },
  Table: { defaultProps: { verticalSpacing: 'sm' } },
  Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 100 } } },
};

/** The look of Vitrin; components take colours and sizes only from here (specification 2.12). */
export const theme = createTheme({
  colors: { petrol, gray, dark, green, amber, yellow: amber, red },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: false,
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  fontFamily: SANS,
  headings: {
    fontFamily: SANS,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h4: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  // Specification 2.3: small below 768 px (sm), medium below 1024 px (md), large from there.
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '96em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components,
});
