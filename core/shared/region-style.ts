export interface RegionStyle {
  /** '21 November', not 'November 21'. */
  isDayFirst: boolean;
  /** '18:04', not '6:04 pm'. The time of a message is '6:04 pm' in every region (docs/rules.md#screens). */
  is24Hour: boolean;
  hasMiles: boolean;
}

export const DEFAULT_REGION_STYLE: RegionStyle = {
  isDayFirst: false,
  is24Hour: false,
  hasMiles: false,
};
