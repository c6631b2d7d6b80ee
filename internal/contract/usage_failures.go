package contract

// Refusals of usage events, each for itself: the others of a batch count.
const (
	FailUsageType      Code = "usage_type"
	FailUsageUnit      Code = "usage_unit"
	FailUsageAmount    Code = "usage_amount"
	FailUsageCharge    Code = "usage_charge"
	FailUsageFuture    Code = "usage_in_future"
	FailUsageOld       Code = "usage_too_old"
	FailUsageNumber    Code = "usage_number_unknown"
	FailUsageLineEnded Code = "usage_line_ended"
	FailUsageDiffers   Code = "usage_differs" // an event of this id counted with other figures
)

var usageFailures = map[Code]Failure{
	FailUsageType:      {422, -1800, false, FixNobody},
	FailUsageUnit:      {422, -1801, false, FixNobody},
	FailUsageAmount:    {422, -1802, false, FixNobody},
	FailUsageCharge:    {422, -1803, false, FixNobody},
	FailUsageFuture:    {422, -1804, true, FixNobody},
	FailUsageOld:       {422, -1805, false, FixNobody},
	FailUsageNumber:    {422, -1806, true, FixNobody},
	FailUsageLineEnded: {422, -1807, false, FixNobody},
	FailUsageDiffers:   {409, -1808, false, FixNobody},
}
