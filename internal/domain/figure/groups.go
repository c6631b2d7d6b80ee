package figure

// Groups holds the settings by subject, in the order of the page. Each setting is in exactly one.
var Groups = []Group{
	{"numbers", []string{
		"holdFor", "holdCap", "maxExtensions", "holdsByDevice", "holdsByHousehold", "holdsByAddress", "operatorPrefix",
		"numberQuarantine", "numberLostTtl",
	}},
	{"orders", []string{
		"draftTtl", "paymentTtl", "orderStartsWindow", "orderStartsByAddress", "orderStartsByDevice", "verifyContact",
		"maxSimsPerCitizen", "maxSimsPerResident", "minAge", "checkIdChecksum", "partnerBrandHomeOnly", "guardFor",
	}},
	{"identity", []string{
		"identityTtl", "identityTries", "identityPushes", "identityPushesADay", "eligibilityByAddress",
	}},
	{"delivery", []string{
		"deliveryFeeHome", "deliveryFeePickup", "deliveryDaysLeast", "deliveryDaysMost", "deliveryCutOff", "deliveryAttempts", "shipmentTtl", "activationTtl", "expectedPlaced",
		"expectedPreparing", "expectedDispatched", "expectedPorting",
	}},
	{"esim", []string{
		"esimReadyWithin", "esimRemindAfter", "esimInstallWithin", "esimMaxReissues", "max_allowed_multisim",
		"multisimSetupFee", "multisimMonthlyFee", "replacementFee",
	}},
	{"port-in", []string{
		"portInWorkingDays", "portTries", "portAnswerWithin", "portCorrectionTtl", "portNotice", "portCutOverFor",
		"portDaysAhead", "portWindowFrom", "portWindowUntil", "portAroundTheClock",
	}},
	{"port-out", []string{
		"portOutDues", "portOutAfterPortIn", "portOutObjection", "portOutAskAfter", "portOutMoveWithin",
	}},
	{"recharge", []string{
		"rechargeMin", "rechargeMax", "rechargePresets", "rechargesForBonus", "rechargeBonusPercent", "cardCheck",
		"autoRechargeHour", "autoRechargeRetryDays", "autoRechargeCatchUp", "autoRechargeChallenge", "referralReward",
	}},
	{"transfer", []string{
		"creditTransferMin", "creditTransferMaxPercent", "creditTransferDaily", "creditTransferMonthly",
		"dataTransferMinMb", "dataTransferDenominations", "internationalFeePercent", "internationalFeeMin",
	}},
	{"plans", []string{
		"planSwitch", "bundleValidityDays", "freeDataValidityDays", "renewalChargeAhead", "renewalGrace", "inactiveNotice",
		"inactiveEnds", "deactivationUndo", "deactivationMostDues", "maxSubAccounts", "maxBlockedNumbers",
		"maxBlockedCountries",
	}},
	{"bills", []string{
		"billDueDays", "billNoticeDays", "billLastNoticeDays", "billBarOutgoingDays", "billBarAllDays", "billEndDays",
		"vatPercent", "creditLimit", "creditLimitDefaultPlans", "creditLimitMin", "creditLimitMax", "creditLimitPresets",
		"creditLimitMostPlans", "creditLimitAfterDays", "spendWarnPercent", "spendCapMin", "spendCapMax",
		"providerFeeMadaBasisPoints", "providerFeeCardBasisPoints", "providerFeeFixed",
	}},
	{"seller", []string{
		"sellerNameEn", "sellerNameAr", "sellerVatNumber", "sellerRegistration", "sellerStreet", "sellerBuilding",
		"sellerDistrict", "sellerCity", "sellerPostalCode",
	}},
	{"support", []string{
		"supportPhone", "apn", "supportFrom", "supportUntil", "requestAnswerDays", "requestEscalatedDays", "requestCloseAfter",
		"requestReopenFor", "requestKeepDays", "requestSupervisor", "attachmentMegabytes",
		"refund_needs_second_person_above", "refundApprovalTtl", "bulkResolutionsPerMinute",
	}},
	{"site", []string{
		"historyTransactionsPerPage", "plansPerPage", "bundlesPerPage", "offersPerPage", "searchPerPage", "storesPerPage",
		"vasPerPage", "maintenanceCheck", "carousel", "chunkLoadTimeout", "outboundLinkFallback", "clientReportPercent",
		"clientReportsByAddress", "deviceSessionsByAddress",
	}},
}

// units holds the unit of each number that has no type of its own; a test refuses a number without one.
var units = map[string]string{
	"vatPercent": "percent", "rechargeBonusPercent": "percent", "creditTransferMaxPercent": "percent", "internationalFeePercent": "percent", "spendWarnPercent": "percent", "clientReportPercent": "percent",
	"providerFeeMadaBasisPoints": "percent", "providerFeeCardBasisPoints": "percent",
	"portDaysAhead": "days", "deliveryDaysLeast": "days", "deliveryDaysMost": "days", "bundleValidityDays": "days", "freeDataValidityDays": "days", "billDueDays": "days", "billNoticeDays": "days", "billLastNoticeDays": "days", "billBarOutgoingDays": "days", "billBarAllDays": "days", "billEndDays": "days", "creditLimitAfterDays": "days", "requestKeepDays": "days", "autoRechargeRetryDays": "days",
	"portInWorkingDays": "working-days", "requestAnswerDays": "working-days", "requestEscalatedDays": "working-days",
	"dataTransferMinMb": "megabytes", "dataTransferDenominations": "megabytes", "attachmentMegabytes": "megabytes",
	"minAge":                   "years",
	"bulkResolutionsPerMinute": "a-minute",
	"maxExtensions":            "times",
	"holdsByDevice":            "numbers", "holdsByHousehold": "numbers", "holdsByAddress": "numbers", "maxBlockedNumbers": "numbers",
	"orderStartsByAddress": "orders", "orderStartsByDevice": "orders",
	"maxSimsPerCitizen": "sims", "maxSimsPerResident": "sims", "max_allowed_multisim": "sims",
	"identityTries": "requests", "identityPushes": "requests", "identityPushesADay": "requests", "portTries": "requests",
	"eligibilityByAddress": "queries", "deliveryAttempts": "attempts", "esimMaxReissues": "profiles", "rechargesForBonus": "recharges",
	"maxSubAccounts": "accounts", "maxBlockedCountries": "countries",
	"creditLimitDefaultPlans": "plan-prices", "creditLimitMostPlans": "plan-prices",
	"clientReportsByAddress": "reports", "deviceSessionsByAddress": "sessions",
	"historyTransactionsPerPage": "a-page", "plansPerPage": "a-page", "bundlesPerPage": "a-page", "offersPerPage": "a-page", "searchPerPage": "a-page", "storesPerPage": "a-page", "vasPerPage": "a-page",
}

// hours lists the whole numbers that are an hour of the day.
var hours = []string{"autoRechargeHour", "deliveryCutOff", "portWindowFrom", "portWindowUntil", "supportFrom", "supportUntil"}

// rates lists the whole numbers that are hundredths of a percent.
var rates = []string{"providerFeeMadaBasisPoints", "providerFeeCardBasisPoints"}
