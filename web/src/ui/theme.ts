import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core'
import { darkTokens, ink, lightTokens, sand, sizeTokens, teal } from './tokens.ts'

const fontFamily =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif'

/** White on the dark scheme's light teal is 2.0 : 1; filled surfaces take the role `on-accent` instead. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  if (input.variant !== 'filled') return colors
  if (input.color === 'red')
    return {
      ...colors,
      background: 'var(--ulna-bad)',
      hover: 'var(--ulna-bad-hover)',
      color: 'var(--ulna-on-bad)',
    }
  return { ...colors, color: 'var(--ulna-on-accent)' }
}

export const theme = createTheme({
  primaryColor: 'ulna',
  primaryShade: { light: 7, dark: 3 },
  defaultRadius: 10,
  cursorType: 'pointer',
  black: '#211e19',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily,
  colors: { ulna: teal, gray: sand, dark: ink },
  breakpoints: { xs: '30em', sm: '45em', md: '69em', lg: '80em', xl: '90em' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '12px', sm: '13px', md: '15px', lg: '18px', xl: '24px' },
  lineHeights: { xs: '16px', sm: '20px', md: '24px', lg: '24px', xl: '32px' },
  radius: { xs: '6px', sm: '8px', md: '10px', lg: '16px', xl: '20px' },
  variantColorResolver,
  components: {
    Button: {
      defaultProps: { size: 'md' },
      vars: (_theme: unknown, props: { size?: string; variant?: string }) => ({
        root: {
          '--button-height': props.size === 'lg' ? '56px' : props.size === 'sm' ? '36px' : '44px',
          '--button-padding-x': props.size === 'lg' ? '24px' : props.size === 'sm' ? '14px' : '18px',
          '--button-fz': props.size === 'lg' ? '16px' : props.size === 'sm' ? '14px' : '15px',
          ...(props.size === 'lg' ? { '--button-radius': '14px' } : {}),
        },
      }),
    },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
    CloseButton: { defaultProps: { size: 44, iconSize: 20 } },
    InputClearButton: { defaultProps: { size: 44, style: { background: 'none' } } },
    Input: {
      defaultProps: { size: 'md' },
      // Mantine's own are two pixels less than a finger needs, and than the fields of ours beside them.
      vars: (_theme: unknown, props: { size?: string }) => ({
        wrapper: { '--input-height': props.size === 'lg' ? '56px' : '44px' },
      }),
    },
    InputWrapper: {
      defaultProps: { size: 'md' },
      // Field.module.css has the same: fields of both kinds stand side by side.
      styles: { label: { marginBottom: 6, fontSize: 14, lineHeight: '20px', fontWeight: 600 } },
    },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    Modal: { defaultProps: { centered: true, radius: 20, transitionProps: { duration: 160 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 160 } } },
    // Theirs is a `header`, which screen readers take for another banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Popover: { defaultProps: { shadow: 'md', radius: 12, transitionProps: { duration: 120 } } },
  },
})

const prefixed = (tokens: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(tokens).map(([token, value]) => [`--ulna-${token}`, value]))

/** Mantine's own variables that miss the contrast bars or the look by default, mapped to our roles. */
const mantineRoles = {
  '--mantine-color-body': 'var(--ulna-bg)',
  '--mantine-color-text': 'var(--ulna-text)',
  '--mantine-color-bright': 'var(--ulna-text)',
  '--mantine-color-dimmed': 'var(--ulna-text-2)',
  '--mantine-color-placeholder': 'var(--ulna-text-3)',
  '--mantine-color-anchor': 'var(--ulna-accent-text)',
  '--mantine-color-default': 'var(--ulna-surface)',
  '--mantine-color-default-hover': 'var(--ulna-surface-2)',
  '--mantine-color-default-color': 'var(--ulna-text)',
  '--mantine-color-default-border': 'var(--ulna-line-ui)',
  '--mantine-color-error': 'var(--ulna-bad)',
  '--mantine-color-success': 'var(--ulna-good)',
  '--mantine-color-disabled': 'var(--ulna-mute-soft)',
  '--mantine-color-disabled-color': 'var(--ulna-text-3)',
  '--mantine-color-disabled-border': 'var(--ulna-line-ui)',
  '--mantine-color-ulna-filled': 'var(--ulna-accent)',
  '--mantine-color-ulna-filled-hover': 'var(--ulna-accent-hover)',
  '--mantine-color-ulna-light': 'var(--ulna-accent-soft)',
  '--mantine-color-ulna-light-hover': 'var(--ulna-accent-soft-hover)',
  '--mantine-color-ulna-light-color': 'var(--ulna-accent-text)',
  '--mantine-color-ulna-text': 'var(--ulna-accent-text)',
  '--mantine-color-gray-text': 'var(--ulna-text-2)',
  '--mantine-color-gray-light': 'var(--ulna-mute-soft)',
  '--mantine-color-gray-light-hover': 'var(--ulna-sunken)',
  '--mantine-color-gray-light-color': 'var(--ulna-text-2)',
  '--mantine-color-red-filled': 'var(--ulna-bad)',
  '--mantine-color-red-light': 'var(--ulna-bad-soft)',
  '--mantine-color-red-light-hover': 'var(--ulna-bad-soft)',
  '--mantine-color-red-light-color': 'var(--ulna-bad)',
  '--mantine-color-red-text': 'var(--ulna-bad)',
  '--mantine-primary-color-contrast': 'var(--ulna-on-accent)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: prefixed(sizeTokens),
  light: { ...prefixed(lightTokens), ...mantineRoles },
  dark: { ...prefixed(darkTokens), ...mantineRoles },
})
