package contract

// Refusals and faults around an eSIM.
const (
	FailDeviceRequired     Code = "device_required"
	FailEIDInvalid         Code = "eid_invalid"
	FailEIDMistyped        Code = "eid_mistyped"
	FailDeviceUnknown      Code = "device_unknown"
	FailDeviceUnsupported  Code = "device_not_supported"
	FailProfileNotReady    Code = "esim_not_ready"
	FailProfileInstalled   Code = "esim_already_installed"
	FailReissueLimit       Code = "esim_reissue_limit"
	FailProfileNotInstall  Code = "esim_installation_failed"
	FailProfileNoMemory    Code = "esim_no_memory"
	FailProfileOtherPhone  Code = "esim_other_phone"
	FailProfileCodeUsed    Code = "esim_code_used"
	FailProfileCodeExpired Code = "esim_code_expired"
	FailProfileTries       Code = "esim_too_many_tries"
	FailProfileOutOfStock  Code = "esim_out_of_stock"
	FailProfileRefused     Code = "esim_refused"
	FailProfileOfAnother   Code = "esim_of_another_order"
	FailProfileOverdue     Code = "esim_overdue"
	EndedPromiseMissed     Code = "promise_missed"
)

// esimFailures are the failures of eSIM orders.
var esimFailures = map[Code]Failure{
	FailDeviceRequired:     {422, -1400, false, FixCustomer},
	FailEIDInvalid:         {422, -1401, false, FixCustomer},
	FailDeviceUnknown:      {422, -1402, false, FixCustomer},
	FailDeviceUnsupported:  {422, -1403, false, FixCustomer},
	FailProfileNotReady:    {409, -1404, true, FixCustomer},
	FailProfileInstalled:   {409, -1405, false, FixSupport},
	FailReissueLimit:       {409, -1406, false, FixSupport},
	FailProfileNotInstall:  {409, -1407, false, FixCustomer},
	FailProfileNoMemory:    {409, -1408, false, FixCustomer},
	FailProfileOtherPhone:  {409, -1409, false, FixCustomer},
	FailProfileCodeUsed:    {409, -1410, false, FixCustomer},
	FailProfileCodeExpired: {409, -1411, false, FixCustomer},
	FailProfileTries:       {409, -1412, false, FixCustomer},
	FailProfileOutOfStock:  {409, -1413, true, FixSupport},
	FailProfileRefused:     {409, -1414, false, FixSupport},
	FailProfileOfAnother:   {409, -1415, false, FixSupport},
	FailProfileOverdue:     {409, -1416, false, FixSupport},
	EndedPromiseMissed:     {409, -1417, false, FixNone},
	FailEIDMistyped:        {422, -1418, false, FixCustomer},
}
