package courier

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed branches.json
var branchesJSON []byte

// Branch is a place where parcels wait for their owners.
type Branch struct {
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

type branchList []Branch

func loadBranches() (branchList, error) {
	var list branchList
	if err := json.Unmarshal(branchesJSON, &list); err != nil {
		return nil, fmt.Errorf("read pickup branches: %w", err)
	}
	return list, nil
}

func (l branchList) find(id string) (Branch, bool) {
	for _, b := range l {
		if b.ID == id {
			return b, true
		}
	}
	return Branch{}, false
}

// serves tells whether the courier works in a city; it does in each city with a branch.
func (l branchList) serves(city string) bool {
	for _, b := range l {
		if b.City == city {
			return true
		}
	}
	return false
}
