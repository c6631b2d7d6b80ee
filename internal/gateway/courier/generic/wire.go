package generic

import (
	"errors"
	"net/url"
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/courier"
)

const (
	methodHome   = "home"
	methodPickup = "pickup"
)

type shipmentBody struct {
	Reference   string       `json:"reference"`
	OrderNumber string       `json:"orderNumber"`
	Method      string       `json:"method"`
	BranchID    string       `json:"branchId,omitempty"`
	Consignee   consignee    `json:"consignee"`
	Address     *addressBody `json:"address,omitempty"`
}

type consignee struct {
	Name   string `json:"name"`
	Mobile string `json:"mobile"`
}

type addressBody struct {
	City            string   `json:"city"`
	Area            string   `json:"area"`
	Street          string   `json:"street"`
	BuildingNumber  string   `json:"buildingNumber"`
	ApartmentNumber string   `json:"apartmentNumber,omitempty"`
	Notes           string   `json:"notes,omitempty"`
	Latitude        *float64 `json:"latitude,omitempty"`
	Longitude       *float64 `json:"longitude,omitempty"`

	ShortAddress     string `json:"shortAddress,omitempty"`
	Postcode         string `json:"postcode,omitempty"`
	AdditionalNumber string `json:"additionalNumber,omitempty"`
}

func shipmentOf(parcel courier.Parcel) shipmentBody {
	body := shipmentBody{
		Reference: parcel.Reference, OrderNumber: parcel.OrderNumber, Method: methodHome,
		Consignee: consignee{Name: parcel.Contact.FullName, Mobile: parcel.Contact.Mobile},
	}
	if parcel.Delivery.Method == contract.DeliverPickup {
		body.Method, body.BranchID = methodPickup, parcel.Delivery.BranchID
		return body
	}
	if parcel.Delivery.Address != nil {
		body.Address = addressOf(*parcel.Delivery.Address)
	}
	return body
}

func addressOf(a contract.Address) *addressBody {
	return &addressBody{
		City: a.City, Area: a.Area, Street: a.Street, BuildingNumber: a.BuildingNumber, ApartmentNumber: a.ApartmentNumber,
		Notes: a.Notes, Latitude: a.Latitude, Longitude: a.Longitude,
		ShortAddress: a.ShortAddress, Postcode: a.Postcode, AdditionalNumber: a.AdditionalNumber,
	}
}

type shipmentAnswer struct {
	AirwayBill  string                  `json:"awb"`
	TrackingURL string                  `json:"trackingUrl"`
	Status      contract.ShipmentStatus `json:"status"` // the courier uses our words
}

func (a shipmentAnswer) validateBill() error {
	if a.AirwayBill == "" {
		return errors.New("shipment answered without airway bill")
	}
	return nil
}

func (a shipmentAnswer) validateStatus() error {
	switch a.Status {
	case contract.ShipmentBooked, contract.ShipmentPickedUp, contract.ShipmentInTransit, contract.ShipmentOutForDelivery,
		contract.ShipmentFailedAttempt, contract.ShipmentDelivered, contract.ShipmentReturned, contract.ShipmentCancelled:
		return nil
	}
	return errors.New("unknown shipment status")
}

// bill returns the airway bill; a tracking page of our own replaces the courier's.
func (a shipmentAnswer) bill(tracking string) courier.AirwayBill {
	if tracking == "" {
		return courier.AirwayBill{Number: a.AirwayBill, TrackingURL: a.TrackingURL}
	}
	return courier.AirwayBill{Number: a.AirwayBill, TrackingURL: strings.ReplaceAll(tracking, "{awb}", url.QueryEscape(a.AirwayBill))}
}

type branchesAnswer struct {
	Items []branchAnswer `json:"items"`
}

type branchAnswer struct {
	ID        string  `json:"id"`
	City      string  `json:"city"`
	NameEn    string  `json:"nameEn"`
	NameAr    string  `json:"nameAr"`
	AddressEn string  `json:"addressEn"`
	AddressAr string  `json:"addressAr"`
	HoursEn   string  `json:"hoursEn"`
	HoursAr   string  `json:"hoursAr"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// validate refuses an empty list, because it would close every pickup branch we know.
func (a branchesAnswer) validate() error {
	if len(a.Items) == 0 {
		return errors.New("no branches answered")
	}
	for _, item := range a.Items {
		if item.ID == "" || item.City == "" {
			return errors.New("branch without id or city")
		}
	}
	return nil
}

func (a branchesAnswer) branches() []courier.Branch {
	list := make([]courier.Branch, 0, len(a.Items))
	for _, item := range a.Items {
		list = append(list, courier.Branch(item))
	}
	return list
}
