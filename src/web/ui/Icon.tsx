const paths = {
  search: 'M11 11l4 4M12.5 7a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4L6 8l4 4',
  back: 'M13 8H3M7 4L3 8l4 4',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14.5c.5-3 2.7-4.5 5.500-4.500s5 1.500 5.500 4.500',
  people:
    'M6 8a2.6 2.6 0 1 0 0-5.200A2.6 2.6 0 0 0 6 8zM1 14c.4-2.700 2.300-4 5-4s4.600 1.300 5 4M11 3.200a2.500 2.500 0 0 1 0 4.600M12.500 10.400c1.400.5 2.300 1.700 2.500 3.600',
  home: 'M2 7.500L8 2l6 5.500V14H9.500v-4h-3v4H2z',
  list: 'M5 4h9M5 8h9M5 12h9M2 4h.01M2 8h.01M2 12h.01',
  grid: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z',
  orders: 'M4 1.500h8v13H4zM6 5h4M6 8h4M6 11h2.500',
  cart: 'M1 2h2l2 8.500h8L15 5H4M6 14h.01M12 14h.01',
  filter: 'M2 3h12L9.500 8.500V13l-3 1.500v-6z',
  close: 'M4 4l8 8M12 4l-8 8',
  minus: 'M3 8h10',
  rouble:
    'M8 14.500A6.500 6.500 0 1 0 8 1.500a6.500 6.500 0 0 0 0 13zM6.500 11.800V4.500h2.200a2 2 0 0 1 0 4H5.200M5.200 10.200h3.600',
  plus: 'M8 3v10M3 8h10',
  reload: 'M13 8a5 5 0 1 1-1.500-3.600M13.500 2v3.200h-3.200',
  check: 'M3 8.500l3.200 3L13 4.500',
  warning: 'M8 2l6.500 11.500h-13zM8 6.500v3M8 11.500h.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.500v3.500M8 5h.01',
  copy: 'M5 5h9v9H5zM11 5V2H2v9h3',
  link: 'M7 9.500a3 3 0 0 0 4.300 0l2-2a3 3 0 0 0-4.300-4.300l-1 1M9 6.500a3 3 0 0 0-4.300 0l-2 2a3 3 0 0 0 4.300 4.300l1-1',
  truck:
    'M1 4h8v7H1zM9 6.500h3l3 2.500v2H9M4 13a1.300 1.300 0 1 0 0-2.600A1.300 1.300 0 0 0 4 13zM12 13a1.300 1.300 0 1 0 0-2.600 1.300 1.300 0 0 0 0 2.600z',
  menu: 'M2 4h12M2 8h12M2 12h12',
  print: 'M4 6V2h8v4M4 12H2V6h12v6h-2M4 10h8v4.500H4z',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.800V8l2.200 1.600',
  document: 'M4 1.500h5l3 3v10H4zM9 1.500v3h3',
  panel: 'M2 3h12v10H2zM6 3v10',
  exit: 'M6 2H2.500v12H6M10.500 11L14 8l-3.500-3M14 8H6',
  star: 'M8 1.800l1.900 4 4.300.6-3.100 3 .8 4.300L8 11.600l-3.900 2.100.8-4.300-3.100-3 4.300-.6z',
  flame:
    'M8 1.500c1 3 4 4.300 4 7.800a4 4 0 0 1-8 0c0-1.500.8-2.500 1.500-3.300.2 1.200.8 1.800 1.500 2 0-2.500-.3-4.500 1-6.500z',
  gift: 'M2 6h12v3H2zM3 9v5h10V9M8 6v8M8 6S4 6 4 4s3-2 4 2c1-4 4-4 4-2s-4 2-4 2z',
  tag: 'M2 2h6l6 6-6 6-6-6zM5 5h.01',
  percent:
    'M12.500 3.500l-9 9M4.500 6a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM11.500 13a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z',
  pause: 'M5.500 3v10M10.500 3v10',
  play: 'M5 3l8 5-8 5z',
  trash:
    'M2.500 4.200h11M6 4.200V2.500h4v1.700M4 4.200l.700 9.300h6.600l.700-9.300M6.700 6.800v4.200M9.300 6.800v4.200',
  edit: 'M3 13l.8-3.200L11 2.600l2.400 2.400-7.200 7.200zM9.500 4.100l2.400 2.400',
  settings:
    'M2 4h7M12.500 4H14M2 8h2M7.500 8H14M2 12h6.500M12 12h2M10.700 2.300v3.400M5.700 6.300v3.400M10.200 10.300v3.400',
  bell: 'M4 11V7a4 4 0 1 1 8 0v4l1 1.500H3zM7 14.500h2',
  zoom: 'M11 11l4 4M12.500 7a5.500 5.500 0 1 1-11 0 5.500 5.500 0 0 1 11 0zM7 4.500v5M4.500 7h5',
  compare: 'M8 2v12M5 14h6M3.500 4.500h9M3.500 4.500l-2 5h4zM12.500 4.500l-2 5h4z',
  download: 'M8 2v8.500M4.500 7L8 10.500 11.500 7M2.500 13.500h11',
  upload: 'M8 11V3M5 6l3-3 3 3M2 13h12',
  bolt: 'M9 1.500L3.500 9H8l-1 5.500L12.500 7H8z',
  drag: 'M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01',
  sliders: 'M4 2v5M4 10v4M12 2v3M12 8v6M8 2v8M8 13v1M2.500 8.500h3M10.500 6.500h3M6.500 11.500h3',
  expand: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4',
  pin: 'M8 14.5s5-4.600 5-8.500a5 5 0 0 0-10 0c0 3.900 5 8.500 5 8.500zM8 7.700a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400z',
  shield:
    'M8 1.500l5.500 2v4c0 3.300-2.200 5.800-5.500 7-3.300-1.200-5.500-3.700-5.500-7v-4zM5.500 7.800l1.800 1.800 3.200-3.400',
  building: 'M3 14V2.500h6V14M9 6.500h4V14M1.500 14h13M5 5.500h2M5 8.500h2M5 11.500h2',
  phone:
    'M4 1.800l2 3-1.200 1.700c.8 1.800 2 3 3.800 3.800L10.400 9l3 2c-.2 2-1.400 3-3 3C6 13.600 2.400 10 2 5.400c0-1.800 0-3.200 2-3.600z',
} as const

export type IconName = keyof typeof paths

/** A drawn sign beside a word or inside a labelled button; never the only name of a thing. */
export function Icon({ name, size = 16, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d={paths[name]} />
    </svg>
  )
}
