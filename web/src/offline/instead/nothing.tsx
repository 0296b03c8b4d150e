/** Replaces components that need a server. */
function Nothing(): null {
  return null;
}

export const AddToCalendar = Nothing;
export const AllFilesButton = Nothing;
export const ArchiveView = Nothing;
export const ChooseFilesButton = Nothing;
export const CompareButton = Nothing;
export const Comparison = Nothing;
export const CopyMoment = Nothing;
export const LinkEmbed = Nothing;
export const OfficeView = Nothing;
export const PickButton = Nothing;
export const PlaceTools = Nothing;
export const TakeOffline = Nothing;
export const WriteToFreelancer = Nothing;
export const WebSizeLink = Nothing;
