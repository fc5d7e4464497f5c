export interface RegionStyle {
  /** True for '21 November', false for 'November 21'. */
  isDayFirst: boolean;
  /** True for '18:04', false for '6:04 pm'. A message's time is 12-hour in every region (docs/rules.md#screens). */
  is24Hour: boolean;
  hasMiles: boolean;
}

export const DEFAULT_REGION_STYLE: RegionStyle = {
  isDayFirst: false,
  is24Hour: false,
  hasMiles: false,
};
