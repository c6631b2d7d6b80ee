package rules

import (
	"regexp"
	"strings"

	"github.com/beevik/etree"

	"selfcare/internal/domain/einvoice/ubl"
)

const vatNumber = `^3[0-9]{13}3$`

// parties holds the rules about the seller.
var parties = []Rule{
	{"BR-06", EN, "The seller has a name.", missing(seller + "/cac:PartyLegalEntity/cbc:RegistrationName")},
	{"BR-08", EN, "The seller has a postal address.", func(d document) bool { return d.root.FindElement(seller+"/"+where) == nil }},
	{"BR-09", EN, "The address of the seller has a country.", anyOf(seller+"/"+where, lacks("cac:Country/cbc:IdentificationCode"))},
	{
		"BR-KSA-09", KSA, "It has street, building, postal code, city, district and country.",
		anyOf(seller+"/"+where, func(e *etree.Element) bool { return lacksAny(e, national...) }),
	},
	{"BR-KSA-37", KSA, "Its building has 4 digits.", malformed(seller+"/"+where+"/cbc:BuildingNumber", `^[0-9]{4}$`)},
	{"BR-KSA-66", KSA, "Its postal code has 5 digits.", malformed(seller+"/"+where+"/cbc:PostalZone", `^[0-9]{5}$`)},
	{
		"BR-KSA-08", KSA, "The other id of the seller is letters and digits, under one of CRN, MOM, MLS, SAG, OTH, 700.",
		anyOf(seller+"/cac:PartyIdentification/cbc:ID", otherID("CRN", "MOM", "MLS", "SAG", "OTH", "700")),
	},
	{"BR-KSA-39", KSA, "The seller has a VAT number.", missing(seller + "/cac:PartyTaxScheme/cbc:CompanyID")},
	{"BR-KSA-40", KSA, "It has 15 digits, the first and the last of them 3.", malformed(seller+"/cac:PartyTaxScheme/cbc:CompanyID", vatNumber)},
}

// buyers holds the rules about the buyer, who is named in tax invoices alone.
var buyers = []Rule{
	{"BR-KSA-42", KSA, "In a tax invoice the buyer has a name.", forBusiness(missing(buyer + "/cac:PartyLegalEntity/cbc:RegistrationName"))},
	{
		"BR-KSA-10", KSA, "In a tax invoice the address of the buyer has street, city and country.",
		forBusiness(anyOf(buyer+"/"+where, func(e *etree.Element) bool {
			return lacksAny(e, "cbc:StreetName", "cbc:CityName", "cac:Country/cbc:IdentificationCode")
		})),
	},
	{
		"BR-KSA-63", KSA, "A buyer in the Kingdom has a building, postal code and district, too.",
		forBusiness(anyOf(buyer+"/"+where, func(e *etree.Element) bool { return inKingdom(e) && lacksAny(e, national...) })),
	},
	{
		"BR-KSA-67", KSA, "And its postal code has 5 digits.",
		forBusiness(anyOf(buyer+"/"+where, func(e *etree.Element) bool {
			zone := ubl.Text(e, "cbc:PostalZone")
			return inKingdom(e) && zone != "" && (len(zone) != 5 || strings.Trim(zone, "0123456789") != "")
		})),
	},
	{"BR-KSA-44", KSA, "The VAT number of the buyer has 15 digits, the first and the last of them 3.", malformed(buyer+"/cac:PartyTaxScheme/cbc:CompanyID", vatNumber)},
	{
		"BR-KSA-81", KSA, "In a tax invoice a buyer without a VAT number has another id.",
		forBusiness(anyOf(buyer, func(e *etree.Element) bool {
			return ubl.Text(e, "cac:PartyTaxScheme/cbc:CompanyID") == "" && ubl.Text(e, "cac:PartyIdentification/cbc:ID") == ""
		})),
	},
	{
		"BR-KSA-14", KSA, "The other id of the buyer is letters and digits, under one of TIN, CRN, MOM, MLS, 700, SAG, NAT, GCC, IQA, PAS, OTH.",
		anyOf(buyer+"/cac:PartyIdentification/cbc:ID", otherID("TIN", "CRN", "MOM", "MLS", "700", "SAG", "NAT", "GCC", "IQA", "PAS", "OTH")),
	},
	{
		"BR-CUSTOM-VALIDATION-01", KSA, "The VAT numbers of seller and buyer are not the same.",
		func(d document) bool {
			theirs := d.text(buyer + "/cac:PartyTaxScheme/cbc:CompanyID")
			return theirs != "" && theirs == d.text(seller+"/cac:PartyTaxScheme/cbc:CompanyID")
		},
	},
}

var national = []string{
	"cbc:StreetName", "cbc:BuildingNumber", "cbc:PostalZone", "cbc:CityName", "cbc:CitySubdivisionName", "cac:Country/cbc:IdentificationCode",
}

func lacksAny(e *etree.Element, paths ...string) bool {
	for _, path := range paths {
		if ubl.Text(e, path) == "" {
			return true
		}
	}
	return false
}

func inKingdom(address *etree.Element) bool {
	return ubl.Text(address, "cac:Country/cbc:IdentificationCode") == "SA"
}

var lettersAndDigits = regexp.MustCompile(`^[A-Za-z0-9]+$`)

func otherID(schemes ...string) func(*etree.Element) bool {
	return func(e *etree.Element) bool {
		for _, scheme := range schemes {
			if e.SelectAttrValue("schemeID", "") == scheme {
				return !lettersAndDigits.MatchString(e.Text())
			}
		}
		return true
	}
}
